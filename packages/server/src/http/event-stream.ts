import type { ServerResponse } from "node:http";

const HEARTBEAT_MS = 15_000;
/** Time for a client to read the rest after the last event. */
const DRAIN_MS = 30_000;

/** Writer of server-sent events (HTML standard, 9.2.5). It must be the response's only writer. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #heartbeat: NodeJS.Timeout;
  /** Resolves when the response ends, for any reason. */
  readonly closed: Promise<void>;

  constructor(response: ServerResponse, headers: Record<string, string | number | string[] | undefined>) {
    this.#response = response;
    const kept = Object.entries(headers).filter(([, value]) => value !== undefined);
    response.writeHead(200, {
      ...Object.fromEntries(kept),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      // Without it, the connection would linger if its stream ends during a shutdown.
      connection: "close",
    });
    // Proxies close idle connections.
    this.#heartbeat = setInterval(() => this.#write(": waiting\n\n"), HEARTBEAT_MS);
    this.closed = new Promise<void>((resolve) => {
      // If the client has already left, its close event fired before this listener.
      if (response.destroyed || response.socket?.destroyed !== false) resolve();
      else response.once("close", () => resolve());
    });
    void this.closed.then(() => clearInterval(this.#heartbeat));
  }

  /** Sends an event. Buffers what a slow client has not read; the sender limits the amount. */
  send(event: string, text: string, id?: string): void {
    const data = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
    this.#write(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\n${data.join("")}\n`);
  }

  /** Ends the response. Cuts off a client that does not read on. */
  end(): void {
    clearInterval(this.#heartbeat);
    this.#response.end();
    const cutOff = setTimeout(() => this.#response.destroy(), DRAIN_MS);
    void this.closed.then(() => clearTimeout(cutOff));
  }

  #write(text: string): void {
    if (!this.#response.destroyed && !this.#response.writableEnded) this.#response.write(text);
  }
}
