/**
 * Globals of scripts in the server's runner, in addition to those of the language, for editors. A test of the server
 * compares the names with the interpreter's (packages/server/src/runner/guest/globals.test.ts).
 */
// oxlint-disable typescript/no-explicit-any -- editors would report uses of unknown values as errors

interface Console {
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  debug(...values: unknown[]): void;
}
declare var console: Console;

/** Runs a function after a delay in milliseconds, with these arguments. Returns the timer's id. */
declare function setTimeout(run: (...args: any[]) => unknown, delayMs?: number, ...args: unknown[]): number;
declare function clearTimeout(id: number | undefined): void;
/** Runs a function again and again, with a delay in milliseconds in between. Returns the timer's id. */
declare function setInterval(run: (...args: any[]) => unknown, delayMs?: number, ...args: unknown[]): number;
declare function clearInterval(id: number | undefined): void;
declare function queueMicrotask(task: () => unknown): void;

declare function structuredClone<Value>(value: Value): Value;
declare function atob(text: string): string;
declare function btoa(text: string): string;

declare class DOMException extends Error {
  constructor(message?: string, name?: string);
}

declare class TextEncoder {
  readonly encoding: "utf-8";
  encode(text?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  /** Supports UTF-8 only. */
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: "utf-8";
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(input?: ArrayBuffer | ArrayBufferView): string;
}

declare class URLSearchParams {
  constructor(query?: string | Iterable<Iterable<unknown>> | Record<string, unknown> | URLSearchParams);
  readonly size: number;
  append(name: string, value: unknown): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: unknown): void;
  sort(): void;
  forEach(visit: (value: string, name: string, all: URLSearchParams) => void): void;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  entries(): IterableIterator<[name: string, value: string]>;
  [Symbol.iterator](): IterableIterator<[name: string, value: string]>;
  toString(): string;
}

declare class URL {
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string | URL, base?: string | URL): boolean;
  static parse(url: string | URL, base?: string | URL): URL | null;
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  readonly searchParams: URLSearchParams;
  hash: string;
  toString(): string;
  toJSON(): string;
}

declare class AbortSignal {
  static abort(reason?: unknown): AbortSignal;
  /** Returns a signal that aborts after a time in milliseconds. */
  static timeout(delayMs: number): AbortSignal;
  static any(signals: Iterable<AbortSignal>): AbortSignal;
  readonly aborted: boolean;
  readonly reason: any;
  onabort: ((event: { type: "abort"; target: AbortSignal }) => void) | null;
  addEventListener(type: "abort", listener: (event: { type: "abort"; target: AbortSignal }) => void): void;
  removeEventListener(type: "abort", listener: (event: { type: "abort"; target: AbortSignal }) => void): void;
  throwIfAborted(): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class Headers {
  constructor(init?: Headers | Iterable<Iterable<string>> | Record<string, unknown>);
  append(name: string, value: unknown): void;
  delete(name: string): void;
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: unknown): void;
  forEach(visit: (value: string, name: string, all: Headers) => void): void;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  entries(): IterableIterator<[name: string, value: string]>;
  [Symbol.iterator](): IterableIterator<[name: string, value: string]>;
}

declare class Response {
  private constructor();
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: Headers;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  text(): Promise<string>;
  json(): Promise<any>;
}

/** Sends a request to the API of this server. Scripts reach no other address. */
declare function fetch(
  url: string | URL,
  init?: {
    method?: string;
    headers?: Headers | Iterable<Iterable<string>> | Record<string, unknown>;
    body?: string | ArrayBuffer | ArrayBufferView | URLSearchParams | null;
    signal?: AbortSignal | null;
  },
): Promise<Response>;

/** The environment variables hold the API key and the address of this server. */
declare var process: { env: Record<string, string | undefined> };
declare var performance: { now(): number };
declare var global: typeof globalThis;
