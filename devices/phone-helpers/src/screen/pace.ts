import { setTimeout } from "node:timers/promises";

/** Waits until an offset from `startMs`, a time of `performance.now`. Rejects when the signal aborts. */
export async function waitUntil(startMs: number, offsetMs: number, signal: AbortSignal): Promise<void> {
  const waitMs = offsetMs - (performance.now() - startMs);
  if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
}
