import type { Worker } from "node:worker_threads";
import { hostElapsedMs } from "@terrarium/phone-system/host-time";

/**
 * Limits the time that a worker may take without a response. `busyMs` limits its processor time, because it may share
 * the processor of a busy machine. `unansweredMs` limits the total time, because it may wait forever.
 */
export class Patience {
  readonly #worker: Pick<Worker, "cpuUsage">;
  readonly #limits: { busyMs: number; unansweredMs: number };
  readonly #startedMs = hostElapsedMs();
  readonly #beforeMs: Promise<number>;

  constructor(worker: Pick<Worker, "cpuUsage">, limits: { busyMs: number; unansweredMs: number }) {
    this.#worker = worker;
    this.#limits = limits;
    this.#beforeMs = processorMs(worker);
  }

  /** Returns the minimum remaining time, 0 or negative if it is over, and the reason for the end. */
  async look(): Promise<{ leftMs: number; reason: string }> {
    const busyMs = (await processorMs(this.#worker)) - (await this.#beforeMs);
    const waitedMs = hostElapsedMs() - this.#startedMs;
    const leftMs = Math.min(this.#limits.busyMs - busyMs, this.#limits.unansweredMs - waitedMs);
    const reason =
      busyMs >= this.#limits.busyMs
        ? `ended: a command took the processor for ${seconds(busyMs)} s without a pause`
        : `ended: no answer for ${seconds(waitedMs)} s`;
    return { leftMs, reason };
  }
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** Returns the worker's processor time in ms. Returns 0 after its end; its `exit` event reports the end. */
async function processorMs(worker: Pick<Worker, "cpuUsage">): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
