/** Runs work in order: immediately, unless earlier work is still running. */
export class InTurn {
  #last: Promise<void> | undefined;

  /** `work` returns nothing if it completes synchronously. Later failures are ignored. */
  do(work: () => Promise<void> | void): void {
    const done = this.#last ? this.#last.then(work) : work();
    if (!done) return;
    const last = done.catch(() => undefined);
    this.#last = last;
    void last.finally(() => {
      if (this.#last === last) this.#last = undefined;
    });
  }

  /** Resolves when all work queued until now is done. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
