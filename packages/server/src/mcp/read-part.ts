import { addAbortSignal, type Readable } from "node:stream";

interface Part {
  /** The stream is read and dropped up to here, whatever its length. */
  offset: number;
  maxBytes: number;
  signal: AbortSignal;
}

/** Reads a part of a byte stream, then ends the stream. Rejects if the signal aborts. */
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
