/** The device's time of day, shown by its screen and programs. Durations and file times come from the host. */
export interface Clock {
  /** Returns the time in epoch milliseconds. */
  nowMs(): number;
}

/** Returns a clock that follows the host's, or is stopped at the given time. */
export function createClock(stoppedAtMs?: number): Clock {
  return { nowMs: () => stoppedAtMs ?? Date.now() };
}
