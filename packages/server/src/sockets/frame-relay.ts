import type { Duplex } from "node:stream";
import { noteReceived } from "@terrarium/bounds/received-memory";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { FrameBoundary } from "@terrarium/devtools/frame-boundary";
import { shortReason } from "./live-socket.ts";

const PING_INTERVAL_MS = 15_000;
/** Time for a client to read the rest after the close frame. */
const END_WITHIN_MS = 2_000;
/** Complete, unmasked server frames, RFC 6455 5.5: close, ping. */
const CLOSE = 0x88;
const PING = Buffer.from([0x89, 0]);

/** A connected client of a WebSocket server inside a box. */
export interface FrameRelay {
  /** Closes the client's connection with a code and a reason, unless it is already closed. */
  end(code: number, reason: string): void;
}

/**
 * Passes WebSocket frames between a client and a server inside a box unchanged, such as a browser's DevTools. Messages of any length pass, buffered only by the
 * streams. Pings the client periodically, between the server's frames. `onServerGone`: called if the server's side
 * ended first.
 */
export function relayFrames(client: Duplex, server: Duplex, onServerGone: () => void): FrameRelay {
  const boundary = new FrameBoundary();
  let heardAt = Date.now();
  let isOver = false;

  client.on("data", (bytes: Buffer) => {
    heardAt = Date.now();
    noteReceived(bytes.length);
    if (!server.destroyed && !server.write(bytes)) client.pause();
  });
  server.on("drain", () => client.resume());
  server.on("data", (bytes: Buffer) => {
    boundary.push(bytes);
    if (!isOver && !client.write(bytes)) server.pause();
  });
  client.on("drain", () => server.resume());

  const beat = setInterval(() => {
    // While the server pauses the client, the client cannot be heard.
    if (client.isPaused()) heardAt = Date.now();
    if (Date.now() - heardAt > BROWSER_LIMITS.silentMs) return void client.destroy();
    if (boundary.isBetweenFrames && !client.writableNeedDrain) client.write(PING);
  }, PING_INTERVAL_MS);
  client.on("error", () => undefined).on("end", () => client.destroy());
  client.once("close", () => {
    clearInterval(beat);
    server.destroy();
  });
  server.on("error", () => undefined).on("end", () => server.destroy());
  server.once("close", () => {
    if (!isOver && !client.destroyed) onServerGone();
  });

  return {
    end(code, reason) {
      if (isOver || client.destroyed) return;
      isOver = true;
      server.destroy();
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
