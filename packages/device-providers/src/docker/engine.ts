import { setMaxListeners } from "node:events";
import http from "node:http";
import https from "node:https";
import { cutText } from "@terrarium/bounds/cut-text";
import { AppError } from "@terrarium/platform/base/app-error";
import type { EngineAddress } from "./engine-address.ts";

/** The engine understood a call, but rejected it or failed. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly status: number;

  constructor(call: string, status: number, detail: string) {
    super(`${call}: ${status} ${detail}`);
    this.status = status;
  }
}

interface EngineCall {
  query?: Record<string, string>;
  /** Sent as JSON; a tar archive is sent unchanged. */
  body?: unknown;
  /** Statuses besides 2xx that do not throw. */
  accept?: readonly number[];
  timeoutMs?: number;
  /**
   * Whether the response depends on a program in a container. A timeout or oversized output then does not mark the
   * engine as unavailable.
   */
  isOfProgram?: boolean;
}

/**
 * Docker's API over HTTP, or Podman's compatible one. Calls omit the API version, because they work the same in all
 * versions.
 */
export interface Engine {
  /**
   * Resolves with status and body, parsed if it is JSON. Throws EngineError, or provider_unavailable at the timeout.
   * After a timeout, other calls fail at once until the engine answers a ping.
   */
  call(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    options?: EngineCall,
  ): Promise<{ status: number; body: unknown }>;
  /** Calls back for each line of a streaming response; resolves when the stream ends, for any reason. */
  follow(path: string, query: Record<string, string>, on: { open(): void; line(line: string): void }): Promise<void>;
  /** Aborts all streams and calls. */
  close(): void;
}

interface EngineOptions {
  /** Name of the provider, for errors. */
  provider: string;
  address: EngineAddress;
  /** Default timeout of calls. */
  timeoutMs?: number;
}

const CALL_TIMEOUT_MS = 10_000;
const PING_TIMEOUT_MS = 2_000;
const PING_INTERVAL_MS = 500;
/** Maximum concurrent calls; further calls queue. */
const SOCKETS = 16;
const NO_ANSWER = "no answer";
const TOO_LONG = "more than";
const MAX_ANSWER_BYTES = 33_554_432;
const MAX_LINE_CHARS = 65_536;
/** Idle time after which TCP keepalive probes a connection. */
const KEEP_ALIVE_MS = 10_000;

export function createEngine({ provider, address, timeoutMs = CALL_TIMEOUT_MS }: EngineOptions): Engine {
  const isSecure = "tls" in address && address.tls !== undefined;
  const library = isSecure ? https : http;
  const agent = new library.Agent({ keepAlive: true, maxSockets: SOCKETS });
  const target = "socketPath" in address ? address : { host: address.host, port: address.port, ...address.tls };
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let failure: string | undefined;

  const away = (detail: string, cause?: unknown) =>
    new AppError("provider_unavailable", { provider, detail }, { cause });

  /** Makes all calls fail at once until the engine answers a ping. */
  function giveUp(detail: string): void {
    if (failure !== undefined || closing.signal.aborted) return;
    failure = detail;
    const ping = async () => {
      if (closing.signal.aborted) return;
      try {
        await send("GET", "/_ping", { timeoutMs: PING_TIMEOUT_MS });
        failure = undefined;
      } catch {
        setTimeout(() => void ping(), PING_INTERVAL_MS).unref();
      }
    };
    setTimeout(() => void ping(), PING_INTERVAL_MS).unref();
  }

  function open(
    method: string,
    path: string,
    query: Record<string, string> = {},
    headers = {},
    own = false,
  ): http.ClientRequest {
    const search = new URLSearchParams(query).toString();
    const options = { ...target, method, path: search === "" ? path : `${path}?${search}`, headers };
    // Long-lived streams use no socket of the pool for calls.
    return library.request({ ...options, agent: own ? false : agent, signal: closing.signal });
  }

  async function send(method: string, path: string, { query, body, ...options }: EngineCall) {
    const isArchive = body instanceof Uint8Array;
    const bytes = isArchive ? body : Buffer.from(body === undefined ? "" : JSON.stringify(body));
    const type = isArchive ? "application/x-tar" : "application/json";
    const request = open(method, path, query, { "content-type": type, "content-length": bytes.length });
    const limitMs = options.timeoutMs ?? timeoutMs;
    const timer = setTimeout(() => request.destroy(new Error(`${NO_ANSWER} within ${limitMs / 1000} s`)), limitMs);
    try {
      return await new Promise<{ status: number; bytes: Buffer }>((resolve, reject) => {
        request.on("error", reject).on("response", (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response
            .on("data", (chunk: Buffer) => {
              size += chunk.length;
              if (size > MAX_ANSWER_BYTES)
                return void response.destroy(new Error(`${TOO_LONG} ${MAX_ANSWER_BYTES} bytes`));
              chunks.push(chunk);
            })
            .on("error", reject)
            .on("end", () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
        });
        request.end(bytes);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async call(method, path, options = {}) {
      if (failure !== undefined) throw away(failure);
      const { status, bytes } = await send(method, path, options).catch((error: unknown) => {
        if (options.isOfProgram && (isTimeout(error) || isTooLong(error)))
          throw new EngineError(`${method} ${path}`, 0, error.message);
        const detail = wordsOf(error);
        giveUp(detail);
        throw away(detail, error);
      });
      const body = readJson(bytes);
      const isFine = (status >= 200 && status < 300) || options.accept?.includes(status);
      if (!isFine) throw new EngineError(`${method} ${path}`, status, messageOf(body));
      return { status, body };
    },

    follow: (path, query, on) =>
      new Promise((resolve) => {
        const request = open("GET", path, query, {}, true);
        request.on("socket", (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
        const timer = setTimeout(() => request.destroy(), timeoutMs);
        const done = () => {
          clearTimeout(timer);
          resolve();
        };
        request.on("error", done).on("close", done);
        request.on("response", (response) => {
          clearTimeout(timer);
          if (response.statusCode !== 200) return void request.destroy();
          failure = undefined;
          on.open();
          let rest = "";
          response.setEncoding("utf8").on("error", done);
          response.on("data", (chunk: string) => {
            const lines = (rest + chunk).split("\n");
            rest = lines.pop() ?? "";
            for (const line of lines) on.line(line);
            if (rest.length > MAX_LINE_CHARS) request.destroy();
          });
        });
        request.end();
      }),

    close() {
      closing.abort();
      agent.destroy();
    },
  };
}

const isTimeout = (error: unknown): error is Error => error instanceof Error && error.message.startsWith(NO_ANSWER);

const isTooLong = (error: unknown): error is Error => error instanceof Error && error.message.startsWith(TOO_LONG);

/** Returns the user-visible cause, without addresses and paths of the operator. */
function wordsOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ECONNREFUSED" || code === "ENOENT") return "its container engine refuses connections";
  if (code === "EACCES") return "the server has no access to its engine's socket";
  if (isTimeout(error)) return `its engine gave ${error.message}`;
  return "the connection to its engine broke";
}

function readJson(bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function messageOf(body: unknown): string {
  const isMessage = typeof body === "object" && body !== null && "message" in body;
  return cutText(String(isMessage ? body.message : body), 500).trim();
}
