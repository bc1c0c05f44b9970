import type { Clock, Timer } from "@terrarium/phone-system/clock";
import { createClock, type SharedClock } from "@terrarium/phone-system/create-clock";
import { startHostTimer } from "@terrarium/phone-system/host-time";
import { ManualClock } from "@terrarium/phone-system/manual-clock";

/** Longest time on the host for which a program sleeps if time passes only with actions. */
const LONGEST_SLEEP_HOST_MS = 10;

/**
 * Returns the clock of the shell's thread. If time passes only with actions, a sleeping program is an action:
 * `passTime` lets the time pass on the device's main thread, up to the next timer of this thread.
 */
export function createShellClock(shared: SharedClock, passTime: (ms: number) => Promise<void>): Clock {
  const clock = createClock(shared);
  return clock instanceof ManualClock ? new ShellClock(clock, passTime) : clock;
}

class ShellClock implements Clock {
  readonly runs = false;
  readonly #clock: ManualClock;
  readonly #passTime: (ms: number) => Promise<void>;
  #passing = false;

  constructor(clock: ManualClock, passTime: (ms: number) => Promise<void>) {
    this.#clock = clock;
    this.#passTime = passTime;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  elapsedMs(): number {
    return this.#clock.elapsedMs();
  }

  startTimer(delayMs: number, act: () => void): Timer {
    const timer = this.#clock.startTimer(delayMs, act);
    void this.#passAlong();
    return timer;
  }

  pass(): void {}

  settle(): void {}

  hold(): Timer {
    return { cancel: () => undefined };
  }

  /** Lets time pass until no timer is left. */
  async #passAlong(): Promise<void> {
    if (this.#passing) return;
    this.#passing = true;
    for (let leftMs = this.#leftMs; leftMs !== undefined; leftMs = this.#leftMs) {
      // Other programs start or end meanwhile, and a loop of sleeps does not occupy the thread.
      const sleepHostMs = Math.min(leftMs, LONGEST_SLEEP_HOST_MS);
      await new Promise<void>((resolve) => void startHostTimer(sleepHostMs, resolve));
      await this.#passTime(Math.max(0, this.#leftMs ?? 0));
      this.#clock.pass(0);
    }
    this.#passing = false;
  }

  get #leftMs(): number | undefined {
    const { nextMs } = this.#clock;
    return nextMs === undefined ? undefined : nextMs - this.#clock.nowMs();
  }
}
