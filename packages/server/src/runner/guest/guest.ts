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
/** Those that can be set. */
export type ChangeableUrlPart = Exclude<UrlPart, "origin">;
export type UrlParts = Record<UrlPart, string>;

export interface ResponseHead {
  status: number;
  statusText: string;
  url: string;
  headers: [name: string, value: string][];
}

/** What passes from the interpreter to its host, which looks at each by itself: of an object a script decides what it says. */
export type Primitive = string | number | boolean | null;

/** What the interpreter can ask of its host. Answers come as JSON; bytes pass beside arguments and answers. */
export interface HostCalls {
  log(text: string): void;
  /** Ends the run with this error. */
  fail(text: string): void;
  /** Answers the timer's id. */
  setTimer(delayMs: number, repeats: boolean): number;
  clearTimer(id: number): void;
  /** The request's body passes as bytes; of its headers, name and value in turn. Answers the request's id. */
  fetch(url: string, method: string, ...headers: string[]): number;
  abortFetch(id: number): void;
  parseUrl(url: string, base: string | null): UrlParts | null;
  changeUrl(href: string, part: ChangeableUrlPart, value: string): UrlParts | null;
  parseQuery(text: string): [name: string, value: string][];
  /** Name and value in turn. */
  formatQuery(...pairs: string[]): string;
  encodeUtf8(text: string): ArrayBuffer;
  /** Decodes the bytes; null if they are not UTF-8 and `fatal` is asked. */
  decodeUtf8(fatal: boolean, ignoreBom: boolean): string | null;
  /** null if the text is not base64 (atob) or not of Latin-1 characters (btoa). */
  atob(text: string): string | null;
  btoa(text: string): string | null;
}

/** What the host can start in the interpreter. */
export interface GuestCalls {
  timer(id: number): void;
  /** The response's body passes as bytes. */
  response(id: number, head: ResponseHead, body: ArrayBuffer): void;
  fetchFailed(id: number, message: string): void;
}

/**
 * What an `install…` function gets. Those functions give the interpreter its globals, and run inside of it: each is
 * sent there as its own source text, so it must use nothing from outside of itself but types.
 */
export interface Guest {
  call<Name extends keyof HostCalls>(
    name: Name,
    args: Parameters<HostCalls[Name]>,
    bytes?: ArrayBuffer,
  ): ReturnType<HostCalls[Name]>;
  on<Name extends keyof GuestCalls>(name: Name, handler: GuestCalls[Name]): void;
  /** How errors are shown; set by installConsole. */
  describe: (error: unknown) => string;
  /** Ends the run with an error. */
  fail: (error: unknown) => void;
  /** Makes a promise that fails unnoticed end the run; set by installRejections. */
  watch: (...values: unknown[]) => unknown;
}
