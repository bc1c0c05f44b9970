import { type FoundElement, waitForInBox } from "@terrarium/contract/box-wait";
import { REQUEST_TIMEOUT_MS, WAIT_LIMITS } from "@terrarium/contract/limits";
import type { UiSelector } from "@terrarium/contract/ui-selector";
import { withCallSite } from "./call-site.ts";
import { pause } from "./exchange.ts";
import type { HttpClient } from "./http-client.ts";
import { TerrariumError, TimedOutError } from "./terrarium-error.ts";

/** An element on a screen. Bounds are pixels of the screen in its current orientation. */
export type ScreenElement = FoundElement;

/** Time before another attempt after the device did not respond. */
const AGAIN_MS = 500;

export interface WaitOptions {
  /** Timeout. Default: 30 seconds. */
  timeoutMs?: number;
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Waits for the content of a box's screen. */
export const screenWaits = (http: HttpClient, boxId: string) => ({
  /**
   * Waits until an element is on the screen, and resolves with it. `wanted` is a selector, or text that the element
   * contains. The server watches the screen, and continues if the device cannot report it. Rejects with TimedOutError
   * after `timeoutMs`.
   */
  waitFor: (wanted: UiSelector | string, options: WaitOptions = {}): Promise<ScreenElement> =>
    withCallSite(() => waitFor(http, boxId, wanted, options)),
});

async function waitFor(
  http: HttpClient,
  boxId: string,
  wanted: UiSelector | string,
  { timeoutMs = WAIT_LIMITS.defaultTimeoutMs, signal }: WaitOptions,
): Promise<ScreenElement> {
  const what = typeof wanted === "string" ? { text: wanted } : { element: wanted };
  const endsAtMs = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    const askedMs = Math.min(Math.max(endsAtMs - Date.now(), 0), WAIT_LIMITS.maxTimeoutMs);
    try {
      const body = { ...what, timeout: `${Math.round(askedMs)}ms` };
      const call = { params: { boxId }, body, timeoutMs: askedMs + REQUEST_TIMEOUT_MS, signal };
      const { element } = await http.call(waitForInBox, call);
      if (element) return element;
    } catch (error) {
      if (!isPassing(error)) throw error;
      cause = error;
    }
    if (Date.now() + AGAIN_MS >= endsAtMs) break;
    await pause(AGAIN_MS, signal);
  }
  const told = `${JSON.stringify(wanted)} was not on the screen of ${boxId} within ${timeoutMs} ms`;
  throw new TimedOutError(told, { code: "timeout", cause });
}

/** Returns whether a retry may succeed: the wait was too short, or the device was busy or did not respond. */
const isPassing = (error: unknown): boolean =>
  error instanceof TerrariumError && ["wait_timeout", "timeout", "device_failed", "device_busy"].includes(error.code);
