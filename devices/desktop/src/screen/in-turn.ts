/** Does one thing after another: at once, unless something before it is still being done. */
export class InTurn {
  #last: Promise<void> | undefined;

  /** `work` answers nothing if it is done by then. What fails later than that is lost. */
  do(work: () => Promise<void> | void): void {
    const done = this.#last ? this.#last.then(work) : work();
    if (!done) return;
    const last = done.catch(() => undefined);
    this.#last = last;
    void last.finally(() => {
      if (this.#last === last) this.#last = undefined;
    });
  }

  /** Resolves when all is done that was to be done until now. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
