/** The device's time of day, as its screen and its programs show it. Durations and files' times are the host's. */
export interface Clock {
  /** Epoch ms. */
  nowMs(): number;
}

/** A clock that goes as the host's does or, where a time is given, stands still at it. */
export function createClock(stoppedAtMs?: number): Clock {
  return { nowMs: () => stoppedAtMs ?? Date.now() };
}
