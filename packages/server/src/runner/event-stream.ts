import type { ServerResponse } from "node:http";
import type { RunEventName } from "@terrarium/contract/vm";

const HEARTBEAT_MS = 15_000;
/** How long a client may take to read what is left after the last event. */
const DRAIN_MS = 30_000;

/** Server-sent events (HTML standard, 9.2.5) on a response that nobody else writes to. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #heartbeat: NodeJS.Timeout;
  /** Resolves when the response is over, however it came. */
  readonly closed: Promise<void>;

  constructor(response: ServerResponse, headers: Record<string, string | number | string[] | undefined>) {
    this.#response = response;
    const kept = Object.entries(headers).filter(([, value]) => value !== undefined);
    response.writeHead(200, {
      ...Object.fromEntries(kept),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      // So that a connection whose stream ends while the server shuts down does not linger.
      connection: "close",
    });
    // Proxies give up on connections where nothing moves.
    this.#heartbeat = setInterval(() => this.#write(": waiting\n\n"), HEARTBEAT_MS);
    this.closed = new Promise<void>((resolve) => {
      // A client that left before: its close was told before anybody listened.
      if (response.destroyed || response.socket?.destroyed !== false) resolve();
      else response.once("close", () => resolve());
    });
    void this.closed.then(() => clearInterval(this.#heartbeat));
  }

  /** Sends an event. What a slow client has not read yet is kept: the sender bounds it. */
  send(event: RunEventName, text: string): void {
    const data = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
    this.#write(`event: ${event}\n${data.join("")}\n`);
  }

  /** Ends the response; a client that does not read on is cut off. */
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
