import type { RunLimits } from "@terrarium/contract/limits";

type BodyLimits = Pick<RunLimits, "bodyBytesPerRun" | "bodyBytesPerTeam" | "bodyBytesShared" | "concurrentTotal">;

/** A budget in the form passed to a run's thread. */
export interface SharedBodyBudget {
  limits: BodyLimits;
  /** Two Int32 for each possible run: its team's number, and its bytes. */
  cells: SharedArrayBuffer;
  /** Number of this run. */
  run: number;
}

/** Creates the budget of a server. Run number `run` has its own cells. */
export const createBodyBudget = (limits: BodyLimits) => {
  const cells = new SharedArrayBuffer(limits.concurrentTotal * 2 * Int32Array.BYTES_PER_ELEMENT);
  return (run: number): SharedBodyBudget => ({ limits, cells, run });
};

/**
 * Memory for the bodies of scripts' pending requests and responses, outside of their interpreters. Each run has a
 * reserved amount. More comes from a shared pool, and one team gets only a part of it. The run's thread and the main
 * thread count together, without locks.
 */
export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #cells: Int32Array;
  readonly #run: number;

  constructor({ limits, cells, run }: SharedBodyBudget) {
    this.#limits = limits;
    this.#cells = new Int32Array(cells);
    this.#run = run;
  }

  /** Starts the count of a run for a team, given by a number. */
  open(team: number): void {
    Atomics.store(this.#cells, 2 * this.#run, team);
    Atomics.store(this.#cells, 2 * this.#run + 1, 0);
  }

  /** Reserves this number of bytes, if available. */
  take(bytes: number): boolean {
    Atomics.add(this.#cells, 2 * this.#run + 1, bytes);
    if (this.#fits()) return true;
    this.give(bytes);
    return false;
  }

  /** Gives reserved bytes back. */
  give(bytes: number): void {
    Atomics.sub(this.#cells, 2 * this.#run + 1, bytes);
  }

  #fits(): boolean {
    const { bodyBytesPerRun, bodyBytesPerTeam, bodyBytesShared, concurrentTotal } = this.#limits;
    const beyondOwn = (run: number) => Math.max(0, Atomics.load(this.#cells, 2 * run + 1) - bodyBytesPerRun);
    if (beyondOwn(this.#run) === 0) return true;
    const team = Atomics.load(this.#cells, 2 * this.#run);
    let ofTeam = 0;
    let ofAll = 0;
    for (let run = 0; run < concurrentTotal; run += 1) {
      const bytes = beyondOwn(run);
      ofAll += bytes;
      if (Atomics.load(this.#cells, 2 * run) === team) ofTeam += bytes;
    }
    return ofTeam <= bodyBytesPerTeam && ofAll <= bodyBytesShared;
  }
}

/** Error for a script without memory left for a body. */
export const NO_MEMORY_FOR_BODY =
  "No memory is left for this body: scripts have too much under way at once; await some of your requests first";
