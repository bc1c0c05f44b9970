import { CommandError } from "./command.ts";

/** Queue that runs one piece of work at a time: reading a large page takes some hundred megabytes. */
export class Turns {
  readonly #mostWaiting: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(mostWaiting = 16) {
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Runs the work after all earlier work, unless the caller is `gone` by then. Rejects as the work does, or with a
   * CommandError.
   */
  take<T>(gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#mostWaiting)
      return Promise.reject(new CommandError(`${this.#waiting} others wait to read the screen; try again in a moment`));
    this.#waiting += 1;
    const done = this.#last
      .then(() => {
        if (gone.aborted) throw new CommandError("no caller waits for it anymore");
        return work();
      })
      .finally(() => (this.#waiting -= 1));
    this.#last = done.catch(() => undefined);
    return done;
  }
}
