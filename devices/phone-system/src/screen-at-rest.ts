import type { Display } from "@terrarium/adb-device/ports/display";
import { hostElapsedMs, startHostTimer } from "./host-time.ts";

/**
 * Limit in milliseconds for the screen to come to rest. A fling takes up to two seconds; endless animations and longer
 * reads are not awaited.
 */
const REST_PATIENCE_MS = 2_500;
const REST_LOOK_MS = 16;

/** Resolves when the screen is still and the apps have loaded their content, or after a timeout. */
export async function screenAtRest(display: () => Pick<Display, "changing">): Promise<void> {
  const giveUpMs = hostElapsedMs() + REST_PATIENCE_MS;
  while (display().changing && hostElapsedMs() < giveUpMs)
    await new Promise<void>((resolve) => void startHostTimer(REST_LOOK_MS, resolve));
}
