import type { AnswerCheck, Looked } from "@terrarium/adb/bounded-answers";
import { ReadableStream } from "@yume-chan/stream-extra";
import type { DeviceShare } from "./device-turns.ts";

export interface StreamCheck {
  /** Inspects the start of a piece. Throws on invalid data. */
  check: AnswerCheck;
  share: Pick<DeviceShare, "take">;
  /** Called when the check throws. */
  refuse?: () => void;
}

/** Splits data without known message boundaries. */
export const upTo =
  (maxBytes: number): AnswerCheck =>
  (piece: Uint8Array): Looked => ({ bytes: Math.min(piece.length, maxBytes), items: 1 });

/**
 * Splits a device's stream as `check` returns, and charges each piece to the device's share. If the check throws, the
 * stream fails with that error, and the rest is dropped.
 */
export function checkedStream(
  source: ReadableStream<Uint8Array>,
  { check, share, refuse }: StreamCheck,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let rest: Uint8Array = new Uint8Array();

  /** Returns the next piece; undefined at the end of the stream. */
  async function next(): Promise<Uint8Array | undefined> {
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      rest = value;
      if (rest.length === 0) await share.take(1, 0);
    }
    const { bytes, items } = check(rest);
    const piece = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    await share.take(Math.max(1, items), bytes);
    return piece;
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await next();
          if (piece) controller.enqueue(piece);
          else controller.close();
        } catch (error) {
          reader.cancel(error).catch(() => undefined);
          refuse?.();
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
