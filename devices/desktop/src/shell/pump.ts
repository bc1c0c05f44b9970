import type { Readable } from "node:stream";

/** Limit of unsent bytes for a client that does not read. */
const UNSENT_BYTES_MAX = 256 * 1024;

/** Passes on all data, and pauses the source while the client does not accept it. `send` never rejects. */
export function pump(source: Readable, send: (bytes: Buffer) => Promise<void>): { idle: () => Promise<void> } {
  let unsentBytes = 0;
  let last = Promise.resolve();
  const sent = async (bytes: Buffer) => {
    await send(bytes);
    unsentBytes -= bytes.length;
    if (unsentBytes < UNSENT_BYTES_MAX && source.isPaused()) source.resume();
  };
  source.on("data", (bytes: Buffer) => {
    unsentBytes += bytes.length;
    if (unsentBytes >= UNSENT_BYTES_MAX) source.pause();
    last = sent(bytes);
  });
  return { idle: () => last };
}
