import { addAbortSignal, type Readable } from "node:stream";

interface Part {
  /** Up to here the stream is read too, however long it is. */
  offset: number;
  maxBytes: number;
  signal: AbortSignal;
}

/** A part of a stream of bytes, which is ended when that is there, or when the signal aborts: then this rejects. */
export async function readPart(content: Readable, { offset, maxBytes, signal }: Part): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let skipBytes = offset;
  let roomBytes = maxBytes;
  for await (const chunk of addAbortSignal(signal, content) as AsyncIterable<Buffer>) {
    const part = chunk.subarray(skipBytes, skipBytes + roomBytes);
    skipBytes = Math.max(0, skipBytes - chunk.length);
    roomBytes -= part.length;
    parts.push(part);
    // Leaving the loop ends the stream.
    if (roomBytes === 0) break;
  }
  return Buffer.concat(parts);
}
