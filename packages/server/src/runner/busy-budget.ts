import type { RunLimits } from "@terrarium/contract/limits";

/** A clock in milliseconds that nobody puts forward or back, the same in all threads. */
export const steadyMs = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
};

/** Clocks in milliseconds: a steady one, and of what this thread computed. */
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
 * How long the interpreter computes: at most so long without a pause, by the clock, and at most so long in all, by the
 * processor's time, since a script that mostly waits is not to pay for a busy machine.
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

  /** Whether the interpreter must stop now; once it must, it stays so. */
  check(): boolean {
    const { nowMs, computedMs } = this.#clocks;
    if (nowMs() - this.#startedAt >= this.#limits.busyMs) this.#exceeded ??= busyMessage(this.#limits);
    else if (this.#spentMs + computedMs() - this.#startedComputedMs >= this.#limits.cpuMs) {
      this.#exceeded ??= `Stopped: the script computed for ${this.#limits.cpuMs / 1000} s in all, its limit`;
    }
    return this.#exceeded !== undefined;
  }

  /** Which limit was reached. */
  get exceeded(): string | undefined {
    return this.#exceeded;
  }
}

export function busyMessage(limits: RunLimits): string {
  return `Stopped: the script computed for ${limits.busyMs / 1000} s without waiting for anything, its limit`;
}
