import type { Clock, Timer } from "@terrarium/phone-system/clock";
import { currentMinute, MINUTE_MS } from "./initial-state.ts";

/** Calls `onMinute` with each new minute, as epoch ms. Returns the function that stops it. */
export function watchMinutes(clock: Clock, onMinute: (minute: number) => void): () => void {
  let timer: Timer;
  let told = currentMinute(clock);
  const wait = (ms: number): void => {
    timer = clock.startTimer(ms, look);
  };
  // Slightly late: an early timer would still see the previous minute.
  const untilNext = (): number => MINUTE_MS - (clock.nowMs() % MINUTE_MS) + 5;
  const look = (): void => {
    const minute = currentMinute(clock);
    // A stopped clock is checked once a minute, regardless of its position within the minute.
    if (minute === told) return wait(MINUTE_MS);
    told = minute;
    onMinute(minute);
    wait(untilNext());
  };
  wait(untilNext());
  return () => timer.cancel();
}
