import { setTimeout as sleep } from "node:timers/promises";
import type { Conditions } from "./conditions.ts";

const PAUSE_MS = 20;
const CALL_TIMEOUT_MS = 10_000;

/** Polls `/healthz` until it is ended. `end` resolves with the longest response time, in milliseconds. */
export function watchSilence(origin: string, conditions: Conditions): { end(): Promise<number> } {
  const over = new AbortController();
  async function watch(): Promise<number> {
    let longestMs = 0;
    while (!over.signal.aborted) {
      const held = conditions.watch(["server"]);
      const start = performance.now();
      await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }).catch(() => undefined);
      if (held()) longestMs = Math.max(longestMs, performance.now() - start);
      await sleep(PAUSE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
    return longestMs;
  }
  const done = watch();
  return {
    end() {
      over.abort();
      return done;
    },
  };
}
