import type { RunLimits } from "@terrarium/contract/limits";

/** Returns a monotonic time in milliseconds, the same in all threads. */
export const steadyMs = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
};

/** Clocks in milliseconds: a monotonic one, and this thread's computing time. */
export interface BusyClocks {
  nowMs: () => number;
  computedMs: () => number;
}

const CLOCKS: BusyClocks = {
  nowMs: steadyMs,
  computedMs: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
};

/**
 * Limits an interpreter's computing: one uninterrupted stretch by wall-clock time, and the total by processor time. A
 * mostly waiting script must not pay for a busy machine.
 */
export class BusyBudget {
  readonly #limits: RunLimits;
  readonly #busySince: Float64Array;
  readonly #clocks: BusyClocks;
  #spentMs = 0;
  #startedAt = 0;
  #startedComputedMs = 0;
  #exceeded: string | undefined;

  constructor(limits: RunLimits, busySince: SharedArrayBuffer, clocks: BusyClocks = CLOCKS) {
    this.#limits = limits;
    this.#clocks = clocks;
    this.#busySince = new Float64Array(busySince);
  }

  begin(): void {
    this.#startedAt = this.#clocks.nowMs();
    this.#startedComputedMs = this.#clocks.computedMs();
    this.#busySince[0] = this.#startedAt;
  }

  end(): void {
    this.#spentMs += this.#clocks.computedMs() - this.#startedComputedMs;
    this.#busySince[0] = 0;
  }

  /** Whether the interpreter must stop now. Once true, it stays true. */
  check(): boolean {
    const { nowMs, computedMs } = this.#clocks;
    if (nowMs() - this.#startedAt >= this.#limits.busyMs) this.#exceeded ??= busyMessage(this.#limits);
    else if (this.#spentMs + computedMs() - this.#startedComputedMs >= this.#limits.cpuMs) {
      this.#exceeded ??= `Stopped: the script computed for ${this.#limits.cpuMs / 1000} s in all, its limit`;
    }
    return this.#exceeded !== undefined;
  }

  /** The reached limit, if any. */
  get exceeded(): string | undefined {
    return this.#exceeded;
  }
}

export function busyMessage(limits: RunLimits): string {
  return `Stopped: the script computed for ${limits.busyMs / 1000} s without waiting for anything, its limit`;
}
