import type { Readable } from "node:stream";

/** What may be on its way to a client who does not read. */
const unsentBytesMax = 256 * 1024;

/** Passes on what is read, and holds the source back while the client does not take it. `send` never rejects. */
export function pump(source: Readable, send: (bytes: Buffer) => Promise<void>): { idle: () => Promise<void> } {
  let unsentBytes = 0;
  let last = Promise.resolve();
  const sent = async (bytes: Buffer) => {
    await send(bytes);
    unsentBytes -= bytes.length;
    if (unsentBytes < unsentBytesMax && source.isPaused()) source.resume();
  };
  source.on("data", (bytes: Buffer) => {
    unsentBytes += bytes.length;
    if (unsentBytes >= unsentBytesMax) source.pause();
    last = sent(bytes);
  });
  return { idle: () => last };
}
