/** A timer that has not fired yet. */
export interface Timer {
  cancel(): void;
}

/** The phone's only source of time, for its screen, apps, services and programs. */
export interface Clock {
  /** Whether time passes by itself. Otherwise it passes only with actions. */
  readonly runs: boolean;
  /** Returns the time of day in epoch milliseconds. */
  nowMs(): number;
  /** Returns a time in milliseconds that never goes back, for durations and animations. */
  elapsedMs(): number;
  /** Calls `act` once after this time. A pending timer does not keep the process running. */
  startTimer(delayMs: number, act: () => void): Timer;
  /** Lets the time of an action pass. Does nothing if the clock runs. */
  pass(ms: number): void;
  /** Lets the time pass in which the effects of the last actions appear, before a read. Does nothing if the clock runs. */
  settle(): void;
  /** Lets time pass while a finger is held on the screen, until it is cancelled. Does nothing if the clock runs. */
  hold(): Timer;
}
