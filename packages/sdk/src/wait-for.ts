import { getBoxScreenLayout } from "@terrarium/contract/box-actions";
import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import type { UiSelector } from "@terrarium/contract/ui-selector";
import { fitsSelector } from "@terrarium/ui-tree/fits-selector";
import { pause } from "./exchange.ts";
import type { HttpClient } from "./http-client.ts";
import { elementsIn, type ScreenElement } from "./screen-elements.ts";
import { TerrariumError, TimedOutError } from "./terrarium-error.ts";

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_INTERVAL_MS = 500;

export interface WaitOptions {
  /** Timeout. Default: 30 seconds. */
  timeoutMs?: number;
  /** Time between two screen reads. Default: half a second. */
  intervalMs?: number;
  /** Ends the wait, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Waits for the content of a box's screen. */
export const screenWaits = (http: HttpClient, boxId: string) => ({
  /**
   * Waits until an element is on the screen, and resolves with it. `wanted` is a selector, or text that the element
   * contains. Retries when the device cannot report its screen. Rejects with TimedOutError after `timeoutMs`.
   */
  async waitFor(wanted: UiSelector | string, options: WaitOptions = {}): Promise<ScreenElement> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, intervalMs = DEFAULT_INTERVAL_MS, signal } = options;
    const selector = typeof wanted === "string" ? { textContains: wanted } : wanted;
    const endsAtMs = Date.now() + timeoutMs;
    let cause: unknown;
    for (;;) {
      try {
        const leftMs = Math.max(endsAtMs - Date.now(), 1);
        const call = { params: { boxId }, timeoutMs: Math.min(leftMs, REQUEST_TIMEOUT_MS), signal };
        const { content } = await http.call(getBoxScreenLayout, call);
        const found = [...elementsIn(content)].filter((element) => fitsSelector(element, selector));
        const element = found[selector.index ?? 0];
        if (element) return element;
        cause = undefined;
      } catch (error) {
        if (!isPassing(error)) throw error;
        cause = error;
      }
      if (Date.now() + intervalMs >= endsAtMs) break;
      await pause(intervalMs, signal);
    }
    const what = `${JSON.stringify(wanted)} was not on the screen of ${boxId} within ${timeoutMs} ms`;
    throw new TimedOutError(what, { code: "timeout", cause });
  },
});

/** Returns whether a retry may succeed: the device was busy, or did not respond. */
const isPassing = (error: unknown): boolean =>
  error instanceof TerrariumError && ["timeout", "device_failed", "device_busy"].includes(error.code);
