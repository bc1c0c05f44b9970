/**
 * The host's time. It limits the phone's use of the host, such as processor time and waits for sockets, and groups the
 * host's reports. Nothing on the phone shows it: everything else uses the phone's clock.
 */
export function hostElapsedMs(): number {
  return performance.now();
}

/** Returns the host's time of day, in epoch milliseconds. */
export function hostNowMs(): number {
  return Date.now();
}

/** Calls `act` once after this time on the host. */
export function startHostTimer(delayMs: number, act: () => void): NodeJS.Timeout {
  return setTimeout(act, delayMs);
}

/** Calls `act` at this interval on the host. */
export function startHostInterval(intervalMs: number, act: () => void): NodeJS.Timeout {
  return setInterval(act, intervalMs);
}
