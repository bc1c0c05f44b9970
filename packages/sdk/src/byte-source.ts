/** Bytes or text that arrive in pieces: a web or Node stream, or an async generator. */
export type ByteSource = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>;

/** Returns whether a value yields pieces over time. */
export const isByteSource = (value: unknown): value is ByteSource =>
  typeof value === "object" && value !== null && (Symbol.asyncIterator in value || "getReader" in value);

/** Yields the pieces of a source as bytes; text is encoded as UTF-8. Closes the source when the loop ends early. */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder();
  for await (const piece of Symbol.asyncIterator in source ? source : readAll(source))
    yield typeof piece === "string" ? encoder.encode(piece) : (piece as Uint8Array<ArrayBuffer>);
}

/** Reads a stream on platforms where streams are not iterable. */
async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Returns a stream of a source's pieces. It reads a piece after the previous one was consumed. */
export function streamOf(source: ByteSource): ReadableStream<Uint8Array> {
  const pieces = piecesOf(source);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return()),
  });
}
