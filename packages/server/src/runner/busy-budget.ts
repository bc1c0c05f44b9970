import type { RunLimits } from "@terrarium/contract/limits";

/** How long the interpreter computes: at most so long without a pause, and at most so long in all. */
export class BusyBudget {
  readonly #limits: RunLimits;
  readonly #busySince: Float64Array;
  #spentMs = 0;
  #startedAt = 0;
  #exceeded: string | undefined;

  constructor(limits: RunLimits, busySince: SharedArrayBuffer) {
    this.#limits = limits;
    this.#busySince = new Float64Array(busySince);
  }

  begin(): void {
    this.#startedAt = Date.now();
    this.#busySince[0] = this.#startedAt;
  }

  end(): void {
    this.#spentMs += Date.now() - this.#startedAt;
    this.#busySince[0] = 0;
  }

  /** Whether the interpreter must stop now; once it must, it stays so. */
  check(): boolean {
    const stretchMs = Date.now() - this.#startedAt;
    if (stretchMs >= this.#limits.busyMs) this.#exceeded ??= busyMessage(this.#limits);
    else if (this.#spentMs + stretchMs >= this.#limits.cpuMs) {
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
