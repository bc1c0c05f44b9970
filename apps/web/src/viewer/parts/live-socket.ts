import { BEARER_PROTOCOL_PREFIX, CLOSE_CODES, PROXY_PROTOCOL, SERVICE_RESTART } from "@terrarium/contract/proxy";

/** Soon: behind a balancer another server answers. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 15_000;
/** How often it is looked whether one that is stopped was started again. */
export const STOPPED_RETRY_MS = 5_000;
/** All viewers of a server that ends come back within this time, not all at the same moment. */
const COMING_BACK_MS = 200;

/** An end after which trying again would not help. */
export type FinalEnd = { kind: "unauthorized" | "link-over" | "not-found" | "ended" | "refused"; detail: string };

/** There is no device now. Somebody may start one that is stopped; one that starts is there soon. */
export type Pause = { kind: "stopped" | "starting"; detail: string };

export interface LiveSocketEvents {
  open?(): void;
  message(data: string | ArrayBuffer): void;
  /** The connection broke and is tried again; `detail` says why, if the server did. */
  retry?(detail: string): void;
  /** The sandbox is stopped; it is looked from time to time whether it was started again. */
  stopped?(detail: string): void;
  end(end: FinalEnd): void;
}

/** The session token as the server expects it from a browser: as a second subprotocol. */
export function openSocket(url: string, token: string): WebSocket {
  const socket = new WebSocket(url, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token]);
  socket.binaryType = "arraybuffer";
  return socket;
}

/** What a close code of the server means; undefined: the connection broke, and may come back. */
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

/** A WebSocket that connects again, ever more slowly, until it is closed or the server says that it is over. */
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

  /** Sends if connected: input for a device that is not there is of no use later. */
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
      // What comes in bytes is the device's own; an open socket, and what the server says of it, show nothing yet.
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
