/** So many things at once; the next ones wait behind them, each behind one of them. */
export class Lanes {
  readonly #lanes: Promise<void>[];
  #next = 0;

  constructor(count: number) {
    this.#lanes = Array.from({ length: count }, () => Promise.resolve());
  }

  /** Resolves or rejects as the work does. */
  run(work: () => Promise<void>): Promise<void> {
    const lane = this.#next++ % this.#lanes.length;
    const done = (this.#lanes[lane] ?? Promise.resolve()).then(work);
    this.#lanes[lane] = done.catch(() => undefined);
    return done;
  }
}
