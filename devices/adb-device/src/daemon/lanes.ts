/** Queues that run one piece of work each. New work goes to the queues in rotation. */
export class Lanes {
  readonly #lanes: Promise<void>[];
  #next = 0;

  constructor(count: number) {
    this.#lanes = Array.from({ length: count }, () => Promise.resolve());
  }

  /** Resolves or rejects like the work. */
  run(work: () => Promise<void>): Promise<void> {
    const lane = this.#next++ % this.#lanes.length;
    const done = (this.#lanes[lane] ?? Promise.resolve()).then(work);
    this.#lanes[lane] = done.catch(() => undefined);
    return done;
  }
}
