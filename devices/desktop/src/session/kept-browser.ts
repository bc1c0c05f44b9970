import { setTimeout as sleep } from "node:timers/promises";
import type { KeptProgram } from "./kept-program.ts";

type Program = Pick<KeptProgram, "stop">;
/** Whether the browser shall be open, or opens once a client asks for it. */
type Wish = "open" | "closed" | "on-demand";

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
  readonly #firstWish: Wish;
  #wish: Wish;

  /**
   * `start` returns nothing where no browser is installed. A closing browser gets `closeWithinMs` to store its state.
   * `firstWish` applies when a screen starts.
   */
  constructor(start: () => Program | undefined, closeWithinMs: number, firstWish: Wish = "open") {
    this.#start = start;
    this.#closeWithinMs = closeWithinMs;
    this.#firstWish = firstWish;
    this.#wish = firstWish;
  }

  /** Whether the browser is open, or shall be. */
  get isWanted(): boolean {
    return this.#wish === "open";
  }

  /** Opens the browser on a screen that is ready, if it is wanted. */
  show(): void {
    this.#hasScreen = true;
    void this.#openIfWanted();
  }

  /** Opens the browser unless it is open. */
  open(): void {
    this.#wish = "open";
    void this.#openIfWanted();
  }

  /** Opens the browser for a client of its DevTools. Returns false if it was closed until it is opened again. */
  openForClient(): boolean {
    if (this.#wish === "closed") return false;
    this.open();
    return true;
  }

  /**
   * Closes the browser until it is opened again, or the screen restarts. Resolves when the browser has ended, even if
   * another caller closed it.
   */
  async close(): Promise<void> {
    this.#wish = "closed";
    await this.#end(this.#closeWithinMs);
  }

  /** Returns to the state at the start of the screen, after a close. */
  reset(): void {
    this.#wish = this.#firstWish;
    void this.#openIfWanted();
  }

  /** Ends the browser before its screen ends. */
  async leave(withinMs: number): Promise<void> {
    this.#hasScreen = false;
    this.#wish = this.#firstWish;
    // An earlier close may have a longer limit than the time left.
    await Promise.race([this.#end(withinMs), sleep(withinMs, undefined, { ref: false })]);
  }

  /** Never rejects. */
  async #openIfWanted(): Promise<void> {
    await this.#ending;
    if (this.#hasScreen && this.isWanted) this.#program ??= this.#start();
  }

  #end(withinMs: number): Promise<void> | undefined {
    if (this.#program) this.#ending = this.#program.stop(withinMs).finally(() => (this.#ending = undefined));
    this.#program = undefined;
    return this.#ending;
  }
}
