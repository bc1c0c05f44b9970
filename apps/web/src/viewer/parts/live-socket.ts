import { BEARER_PROTOCOL_PREFIX, CLOSE_CODES, PROXY_PROTOCOL, SERVICE_RESTART } from "@terrarium/contract/proxy";

/** Short, because another server behind the load balancer may respond. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 15_000;
/** Polling interval of a stopped sandbox, in milliseconds. */
export const STOPPED_RETRY_MS = 5_000;
/**
 * Viewers of a server that shuts down reconnect within this time, spread out so that they do not all connect at once.
 */
const COMING_BACK_MS = 200;

/** An end of the connection after which a retry cannot help. */
export type FinalEnd = { kind: "unauthorized" | "link-over" | "not-found" | "ended" | "refused"; detail: string };

/** No device is running now. A stopped sandbox may be started, and a starting one is ready soon. */
export type Pause = { kind: "stopped" | "starting"; detail: string };

export interface LiveSocketEvents {
  open?(): void;
  message(data: string | ArrayBuffer): void;
  /** The connection was lost and is retried. `detail` is the server's reason, if any. */
  retry?(detail: string): void;
  /** The sandbox is stopped and is polled until it is started. */
  stopped?(detail: string): void;
  end(end: FinalEnd): void;
}

/** Opens a WebSocket with the token as a second subprotocol, as the server expects it from browsers. */
export function openSocket(url: string, token: string): WebSocket {
  const socket = new WebSocket(url, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token]);
  socket.binaryType = "arraybuffer";
  return socket;
}

/** Returns the meaning of a close code. Undefined means a lost connection that may recover. */
export function finalEndOf(code: number, reason: string): FinalEnd | undefined {
  switch (code) {
    case CLOSE_CODES.unauthorized:
      return { kind: "unauthorized", detail: reason };
    case CLOSE_CODES.notFound:
      return { kind: "not-found", detail: reason };
    case CLOSE_CODES.ended:
      return { kind: "ended", detail: reason };
    case CLOSE_CODES.badRequest:
      return { kind: "refused", detail: reason };
    default:
      return undefined;
  }
}

/** A WebSocket that reconnects with growing delays until it is closed or the server ends it. */
export class LiveSocket {
  readonly #url: string;
  readonly #token: string;
  readonly #events: LiveSocketEvents;
  #socket: WebSocket | undefined;
  #retryMs = FIRST_RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, token: string, events: LiveSocketEvents) {
    this.#url = url;
    this.#token = token;
    this.#events = events;
    this.#connect();
  }

  /** Sends data if connected. Input for a missing device is dropped, because it is useless later. */
  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  close(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #connect(): void {
    const socket = openSocket(this.#url, this.#token);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#events.open?.());
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.#socket !== socket) return;
      // Only binary data proves a working device. An open socket and text messages of the server do not.
      if (typeof data !== "string") this.#retryMs = FIRST_RETRY_MS;
      this.#events.message(data);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (this.#socket !== socket) return;
      const end = finalEndOf(code, reason);
      if (end) return this.#events.end(end);
      if (code === CLOSE_CODES.stopped) {
        this.#events.stopped?.(reason);
        this.#retry = setTimeout(() => this.#connect(), STOPPED_RETRY_MS);
        this.#retryMs = FIRST_RETRY_MS;
        return;
      }
      this.#events.retry?.(reason);
      const isSentOn = code === SERVICE_RESTART;
      this.#retry = setTimeout(() => this.#connect(), isSentOn ? Math.random() * COMING_BACK_MS : this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
    });
  }
}
