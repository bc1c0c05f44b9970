import { setTimeout as sleep } from "node:timers/promises";
import type { Conditions } from "./conditions.ts";

const INTERVAL_MS = 2_000;

/** Worst values of the server's `/metrics`, over all its restarts. */
export interface Watched {
  unownedFailures: number;
  eventLoopMaxMs: number;
  memoryMaxMb: number;
}

/** Polls `/metrics` until it is ended. */
export function watchServer(origin: string, conditions: Conditions): { end(): Promise<Watched> } {
  const watched: Watched = { unownedFailures: 0, eventLoopMaxMs: 0, memoryMaxMb: 0 };
  const over = new AbortController();
  const look = async () => {
    const held = conditions.watch(["server", "database"]);
    const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    const metrics = answer?.ok ? await answer.text().catch(() => "") : "";
    const read = (name: string) =>
      [...metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))].reduce(
        (sum, [, value]) => sum + Number(value),
        0,
      );
    watched.unownedFailures = Math.max(watched.unownedFailures, read("terrarium_unowned_failures_total"));
    watched.memoryMaxMb = Math.max(watched.memoryMaxMb, read("process_resident_memory_bytes") / 1_048_576);
    if (held())
      watched.eventLoopMaxMs = Math.max(watched.eventLoopMaxMs, read("nodejs_eventloop_lag_max_seconds") * 1000);
  };
  const run = async () => {
    while (!over.signal.aborted) {
      await look();
      await sleep(INTERVAL_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
    return watched;
  };
  const done = run();
  return {
    async end() {
      over.abort();
      return done;
    },
  };
}
