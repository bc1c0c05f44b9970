import { useSyncExternalStore } from "react";

/** Smaller differences come from the network and from clocks without synchronization. */
const LEAST_OFFSET_MS = 2 * 60_000;

let offsetMs = 0;
const listeners = new Set<() => void>();

/** Records the server's time from a response's Date header (RFC 9110, 6.6.1). */
export function noteServerTime({ headers }: Response): void {
  const differenceMs = Date.parse(headers.get("date") ?? "") - Date.now();
  if (Number.isNaN(differenceMs)) return;
  const next = Math.abs(differenceMs) < LEAST_OFFSET_MS ? 0 : differenceMs;
  if (Math.abs(next - offsetMs) < LEAST_OFFSET_MS && next !== 0) return;
  if (next === offsetMs) return;
  offsetMs = next;
  for (const listener of listeners) listener();
}

/** Returns the server's time in milliseconds, as far as known: the computer's clock may be wrong. */
export const serverNow = (): number => Date.now() + offsetMs;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns how far the server's clock is ahead of the computer's, in milliseconds. 0 if they agree. */
export const useClockOffset = (): number => useSyncExternalStore(subscribe, () => offsetMs);
