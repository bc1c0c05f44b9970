import type { Worker } from "node:worker_threads";

/**
 * How long a worker may go without an answer: so long on the processor, which it may share with a busy machine, and in
 * all no longer than `unansweredMs`, as it may wait for what never comes.
 */
export class Patience {
  readonly #worker: Pick<Worker, "cpuUsage">;
  readonly #limits: { busyMs: number; unansweredMs: number };
  readonly #startedMs = performance.now();
  readonly #beforeMs: Promise<number>;

  constructor(worker: Pick<Worker, "cpuUsage">, limits: { busyMs: number; unansweredMs: number }) {
    this.#worker = worker;
    this.#limits = limits;
    this.#beforeMs = processorMs(worker);
  }

  /** How long it may go on at least, nothing or less where it is over; and why it is. */
  async look(): Promise<{ leftMs: number; reason: string }> {
    const busyMs = (await processorMs(this.#worker)) - (await this.#beforeMs);
    const waitedMs = performance.now() - this.#startedMs;
    const leftMs = Math.min(this.#limits.busyMs - busyMs, this.#limits.unansweredMs - waitedMs);
    const reason =
      busyMs >= this.#limits.busyMs
        ? `ended: a command took the processor for ${seconds(busyMs)} s without a pause`
        : `ended: no answer for ${seconds(waitedMs)} s`;
    return { leftMs, reason };
  }
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** What the worker has used of the processor, in ms; nothing once it has ended, of which its `exit` tells. */
async function processorMs(worker: Pick<Worker, "cpuUsage">): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
