import { setTimeout as sleep } from "node:timers/promises";
import type { KeptProgram } from "./kept-program.ts";

type Program = Pick<KeptProgram, "stop">;

/**
 * The browser on a screen, which its user opens and closes. There is one at a time: what it keeps is its own until it is
 * gone.
 */
export class KeptBrowser {
  readonly #start: () => Program | undefined;
  readonly #closeWithinMs: number;
  #program: Program | undefined;
  #ending: Promise<void> | undefined;
  #hasScreen = false;
  /** It is open from the start. */
  #isWanted = true;

  /** `start` gives nothing where there is no browser to start. One that is closed has so long to store what it keeps. */
  constructor(start: () => Program | undefined, closeWithinMs: number) {
    this.#start = start;
    this.#closeWithinMs = closeWithinMs;
  }

  /** Whether it is open, or is to be. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** The screen is ready for it. */
  show(): void {
    this.#hasScreen = true;
    void this.#openIfWanted();
  }

  /** Opens it unless it is open. */
  open(): void {
    this.#isWanted = true;
    void this.#openIfWanted();
  }

  /** Closes it until it is opened again, or the screen is another. Resolves when it is gone, whoever closed it. */
  async close(): Promise<void> {
    this.#isWanted = false;
    await this.#end(this.#closeWithinMs);
  }

  /** Ends it before its screen ends. */
  async leave(withinMs: number): Promise<void> {
    this.#hasScreen = false;
    this.#isWanted = true;
    // One that is being closed may have longer for it than is left.
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
