import { ReadableStream } from "@yume-chan/stream-extra";

/**
 * What comes of a device, piece by piece, after `check` has looked at it. Where that throws, the stream fails with it,
 * what still comes is dropped, and `refuse` is called.
 */
export function checkedStream(
  source: ReadableStream<Uint8Array>,
  check: (piece: Uint8Array) => void,
  refuse: () => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        try {
          check(value);
        } catch (error) {
          reader.cancel(error).catch(() => undefined);
          refuse();
          throw error;
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
