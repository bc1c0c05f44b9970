import type { Readable } from "node:stream";

/** A part of a stream of bytes, which is ended when that is there. */
export async function readPart(content: Readable, offset: number, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let skipBytes = offset;
  let roomBytes = maxBytes;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const part = chunk.subarray(skipBytes, skipBytes + roomBytes);
    skipBytes = Math.max(0, skipBytes - chunk.length);
    roomBytes -= part.length;
    parts.push(part);
    // Leaving the loop ends the stream.
    if (roomBytes === 0) break;
  }
  return Buffer.concat(parts);
}
