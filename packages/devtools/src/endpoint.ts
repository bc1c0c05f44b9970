import type { Duplex } from "node:stream";

/** A browser's DevTools, and limits of its untrusted answers: any program may listen in the browser's place. */
export interface DevToolsEndpoint {
  /** Opens a byte stream to the browser. The stream may report a failed connection later. */
  open: () => Promise<Duplex>;
  /** Timeout of an HTTP request. */
  listWithinMs: number;
  /** Timeout of a WebSocket's handshake, and default timeout of a call. */
  callWithinMs: number;
  /** Maximum size of an answer to an HTTP request. */
  listBytes: number;
  /** Maximum size of one message over a WebSocket. */
  messageBytes: number;
  /** Total size of the messages over one WebSocket. Default: unlimited. */
  connectionBytes?: number;
  /** Parses an answer, and throws if it is not acceptable JSON. */
  parseJson: (text: string, source: "list" | "message") => unknown;
}

/** DevTools accept only IP addresses and `localhost` as host. */
export const DEV_TOOLS_HOST = "localhost";

/** Error for a request or a call without an answer from the browser or page. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** The browser's error for a call that it rejected. */
export class RefusedByBrowser extends Error {
  override readonly name = "RefusedByBrowser";
}
