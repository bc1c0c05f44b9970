import type { Clock, Timer } from "./clock.ts";

/** Longest delay of a host timer. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;
const NO_TIMER: Timer = { cancel: () => undefined };

/** A clock that follows the host's, or runs faster or slower. */
export class HostClock implements Clock {
  readonly runs = true;
  readonly nowMs: () => number;
  readonly #speed: number;

  constructor(nowMs: () => number, speed = 1) {
    this.nowMs = nowMs;
    this.#speed = speed;
  }

  elapsedMs(): number {
    return performance.now() * this.#speed;
  }

  startTimer(delayMs: number, act: () => void): Timer {
    let timer: NodeJS.Timeout;
    const wait = (hostMs: number): void => {
      const partMs = Math.min(hostMs, LONGEST_DELAY_MS);
      timer = setTimeout(() => (hostMs > partMs ? wait(hostMs - partMs) : act()), partMs).unref();
    };
    wait(Math.max(0, delayMs) / this.#speed);
    return { cancel: () => clearTimeout(timer) };
  }

  pass(): void {}

  settle(): void {}

  hold(): Timer {
    return NO_TIMER;
  }
}
