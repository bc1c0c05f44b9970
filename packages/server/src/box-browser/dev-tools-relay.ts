import type { Duplex } from "node:stream";
import { noteReceived } from "@terrarium/adb/received-memory";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { shortReason } from "../sockets/live-socket.ts";
import { FrameBoundary } from "./frame-boundary.ts";

const PING_INTERVAL_MS = 15_000;
/** How long a client may take for the rest after it was told of the end. */
const END_WITHIN_MS = 2_000;
/** Frames of a server that are whole and unmasked, RFC 6455 5.5: close, ping. */
const CLOSE = 0x88;
const PING = Buffer.from([0x89, 0]);

/** A client of the browser's DevTools that is connected. */
export interface DevToolsRelay {
  /** Tells the client by a code and in words why it ends; it may already have. */
  end(code: number, reason: string): void;
}

/**
 * Passes the frames of a WebSocket between a client and the browser, as they are: messages of any length go by, of
 * which no more is held than the streams do. The client hears a ping from time to time, between the browser's frames.
 * `onBrowserGone`: the browser's side ended first.
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
    // What is held back by the browser is not heard of.
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
      // Its answer is read, and goes nowhere.
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
