import { LIMITS } from "../limits.ts";

/** Resource limits of one command line with all its processes. */
export class Budget {
  readonly #busyMsMax: number;
  readonly #onSpent: (message: string) => void;
  #busyMs = 0;
  #outputBytes = 0;
  #processes = 0;
  #spent = false;

  /** Calls `onSpent` once, at the first exceeded limit. */
  constructor(busyMsMax: number, onSpent: (message: string) => void) {
    this.#busyMsMax = busyMsMax;
    this.#onSpent = onSpent;
  }

  get spent(): boolean {
    return this.#spent;
  }

  addBusy(ms: number): void {
    this.#busyMs += ms;
    if (this.#busyMs > this.#busyMsMax) this.end(`ended after ${this.#busyMsMax / 1000} s on the processor`);
  }

  addOutput(bytes: number): void {
    this.#outputBytes += bytes;
    if (this.#outputBytes > LIMITS.outputBytes) this.end(`ended after ${LIMITS.outputBytes} bytes of output`);
  }

  /** Counts a new process, or with -1 an ended one. */
  addProcess(count: 1 | -1): void {
    this.#processes += count;
    if (this.#processes > LIMITS.processes) this.end(`ended: more than ${LIMITS.processes} processes at once`);
  }

  end(message: string): void {
    if (this.#spent) return;
    this.#spent = true;
    this.#onSpent(message);
  }
}
