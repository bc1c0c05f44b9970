import { setTimeout as sleep } from "node:timers/promises";
import type { KeptProgram } from "./kept-program.ts";

type Program = Pick<KeptProgram, "stop">;

/**
 * The browser on a screen, opened and closed by the user. Only one runs at a time: the profile belongs to it until it
 * has ended.
 */
export class KeptBrowser {
  readonly #start: () => Program | undefined;
  readonly #closeWithinMs: number;
  #program: Program | undefined;
  #ending: Promise<void> | undefined;
  #hasScreen = false;
  /** The browser opens at the start. */
  #isWanted = true;

  /**
   * `start` returns nothing where no browser is installed. A closing browser gets `closeWithinMs` to store its state.
   */
  constructor(start: () => Program | undefined, closeWithinMs: number) {
    this.#start = start;
    this.#closeWithinMs = closeWithinMs;
  }

  /** Whether the browser is open, or shall be. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Opens the browser on a screen that is ready, if it is wanted. */
  show(): void {
    this.#hasScreen = true;
    void this.#openIfWanted();
  }

  /** Opens the browser unless it is open. */
  open(): void {
    this.#isWanted = true;
    void this.#openIfWanted();
  }

  /**
   * Closes the browser until it is opened again, or the screen restarts. Resolves when the browser has ended, even if
   * another caller closed it.
   */
  async close(): Promise<void> {
    this.#isWanted = false;
    await this.#end(this.#closeWithinMs);
  }

  /** Ends the browser before its screen ends. */
  async leave(withinMs: number): Promise<void> {
    this.#hasScreen = false;
    this.#isWanted = true;
    // An earlier close may have a longer limit than the time left.
    await Promise.race([this.#end(withinMs), sleep(withinMs, undefined, { ref: false })]);
  }

  /** Never rejects. */
  async #openIfWanted(): Promise<void> {
    await this.#ending;
    if (this.#hasScreen && this.#isWanted) this.#program ??= this.#start();
  }

  #end(withinMs: number): Promise<void> | undefined {
    if (this.#program) this.#ending = this.#program.stop(withinMs).finally(() => (this.#ending = undefined));
    this.#program = undefined;
    return this.#ending;
  }
}
