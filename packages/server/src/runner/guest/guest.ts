/** The parts of an address, as `URL` names them. */
export const URL_PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;
type UrlPart = (typeof URL_PARTS)[number];
/** Parts that can be set. */
export type ChangeableUrlPart = Exclude<UrlPart, "origin">;
export type UrlParts = Record<UrlPart, string>;

export interface ResponseHead {
  status: number;
  statusText: string;
  url: string;
  headers: [name: string, value: string][];
}

/** A value from the interpreter to its host. Only primitives, because a script controls what an object returns. */
export type Primitive = string | number | boolean | null;

/** Calls from the interpreter to its host. Results are JSON; bytes are passed beside arguments and results. */
export interface HostCalls {
  log(text: string): void;
  /** Ends the run with this error. */
  fail(text: string): void;
  /** Returns the timer's id. */
  setTimer(delayMs: number, repeats: boolean): number;
  clearTimer(id: number): void;
  /** Starts a request and returns its id. The body is passed as bytes; headers as alternating names and values. */
  fetch(url: string, method: string, ...headers: string[]): number;
  abortFetch(id: number): void;
  parseUrl(url: string, base: string | null): UrlParts | null;
  changeUrl(href: string, part: ChangeableUrlPart, value: string): UrlParts | null;
  parseQuery(text: string): [name: string, value: string][];
  /** Alternating names and values. */
  formatQuery(...pairs: string[]): string;
  encodeUtf8(text: string): ArrayBuffer;
  /** Decodes the bytes. Returns null if they are not UTF-8 and `fatal` is set. */
  decodeUtf8(fatal: boolean, ignoreBom: boolean): string | null;
  /** null if the text is not base64 (atob) or not of Latin-1 characters (btoa). */
  atob(text: string): string | null;
  btoa(text: string): string | null;
}

/** Calls from the host to the interpreter. */
export interface GuestCalls {
  timer(id: number): void;
  /** The response's body is passed as bytes. */
  response(id: number, head: ResponseHead, body: ArrayBuffer): void;
  fetchFailed(id: number, message: string): void;
}

/**
 * Argument of an `install…` function. The install functions define the interpreter's globals and run inside it. Each is
 * sent as source text, so it may use only types from outside of itself.
 */
export interface Guest {
  call<Name extends keyof HostCalls>(
    name: Name,
    args: Parameters<HostCalls[Name]>,
    bytes?: ArrayBuffer,
  ): ReturnType<HostCalls[Name]>;
  on<Name extends keyof GuestCalls>(name: Name, handler: GuestCalls[Name]): void;
  /** Returns an error's text. Set by installConsole. */
  describe: (error: unknown) => string;
  /** Ends the run with an error. */
  fail: (error: unknown) => void;
  /** Ends the run if one of these promises fails unnoticed. Set by installRejections. */
  watch: (...values: unknown[]) => unknown;
}
