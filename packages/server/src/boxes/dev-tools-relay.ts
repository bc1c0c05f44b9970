import type { Duplex } from "node:stream";
import { noteReceived } from "@terrarium/bounds/received-memory";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { FrameBoundary } from "@terrarium/devtools/frame-boundary";
import { shortReason } from "../sockets/live-socket.ts";

const PING_INTERVAL_MS = 15_000;
/** Time for a client to read the rest after the close frame. */
const END_WITHIN_MS = 2_000;
/** Complete, unmasked server frames, RFC 6455 5.5: close, ping. */
const CLOSE = 0x88;
const PING = Buffer.from([0x89, 0]);

/** A connected client of the browser's DevTools. */
export interface DevToolsRelay {
  /** Closes the client's connection with a code and a reason, unless it is already closed. */
  end(code: number, reason: string): void;
}

/**
 * Passes WebSocket frames between a client and the browser unchanged. Messages of any length pass, buffered only by the
 * streams. Pings the client periodically, between the browser's frames. `onBrowserGone`: called if the browser's side
 * ended first.
 */
export function relayDevTools(client: Duplex, browser: Duplex, onBrowserGone: () => void): DevToolsRelay {
  const boundary = new FrameBoundary();
  let heardAt = Date.now();
  let isOver = false;

  client.on("data", (bytes: Buffer) => {
    heardAt = Date.now();
    noteReceived(bytes.length);
    if (!browser.destroyed && !browser.write(bytes)) client.pause();
  });
  browser.on("drain", () => client.resume());
  browser.on("data", (bytes: Buffer) => {
    boundary.push(bytes);
    if (!isOver && !client.write(bytes)) browser.pause();
  });
  client.on("drain", () => browser.resume());

  const beat = setInterval(() => {
    // While the browser pauses the client, the client cannot be heard.
    if (client.isPaused()) heardAt = Date.now();
    if (Date.now() - heardAt > BROWSER_LIMITS.silentMs) return void client.destroy();
    if (boundary.isBetweenFrames && !client.writableNeedDrain) client.write(PING);
  }, PING_INTERVAL_MS);
  client.on("error", () => undefined).on("end", () => client.destroy());
  client.once("close", () => {
    clearInterval(beat);
    browser.destroy();
  });
  browser.on("error", () => undefined).on("end", () => browser.destroy());
  browser.once("close", () => {
    if (!isOver && !client.destroyed) onBrowserGone();
  });

  return {
    end(code, reason) {
      if (isOver || client.destroyed) return;
      isOver = true;
      browser.destroy();
      // Reads and drops the rest of the client's data.
      client.removeAllListeners("data").resume();
      if (!boundary.isBetweenFrames) return void client.destroy();
      client.end(closeFrame(code, reason));
      const late = setTimeout(() => client.destroy(), END_WITHIN_MS);
      client.once("close", () => clearTimeout(late));
    },
  };
}

function closeFrame(code: number, reason: string): Buffer {
  const words = Buffer.from(shortReason(reason));
  return Buffer.concat([Buffer.from([CLOSE, 2 + words.length, code >> 8, code & 0xff]), words]);
}
