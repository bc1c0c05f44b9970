import type { Clock, Timer } from "@terrarium/phone-system/clock";

interface Ticker {
  intervalMs: number;
  tick: () => void;
  timer: Timer | undefined;
}

/**
 * Periodic updates of the screen. They run while there is a viewer, and once before each screen read without one.
 * Between such reads they cost nothing.
 */
export class Tickers {
  readonly #tickers = new Set<Ticker>();
  readonly #clock: Clock;
  #watched = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Calls `tick` at every multiple of the interval since the epoch, while there is a viewer. Returns the function that
   * stops it.
   */
  add(intervalMs: number, tick: () => void): () => void {
    const ticker: Ticker = { intervalMs, tick, timer: undefined };
    this.#tickers.add(ticker);
    if (this.#watched) this.#schedule(ticker);
    return () => {
      ticker.timer?.cancel();
      this.#tickers.delete(ticker);
    };
  }

  setWatched(watched: boolean): void {
    if (watched === this.#watched) return;
    this.#watched = watched;
    for (const ticker of this.#tickers) {
      ticker.timer?.cancel();
      if (!watched) continue;
      ticker.tick();
      this.#schedule(ticker);
    }
  }

  /** Updates everything before a screen read. */
  look(): void {
    for (const ticker of this.#tickers) ticker.tick();
  }

  dispose(): void {
    for (const ticker of this.#tickers) ticker.timer?.cancel();
    this.#tickers.clear();
  }

  #schedule(ticker: Ticker): void {
    ticker.timer = this.#clock.startTimer(ticker.intervalMs - (this.#clock.nowMs() % ticker.intervalMs), () => {
      this.#schedule(ticker);
      ticker.tick();
    });
  }
}
