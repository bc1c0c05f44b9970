import type { Clock } from "@terrarium/phone-system/clock";
import { currentMinute, minuteMs } from "./initial-state.ts";

/** Calls `onMinute` with each new minute, as epoch ms. Returns the function that stops it. */
export function watchMinutes(clock: Clock, onMinute: (minute: number) => void): () => void {
  let timer: NodeJS.Timeout;
  let told = currentMinute(clock);
  const wait = (ms: number): void => {
    timer = setTimeout(look, ms);
    // The clock alone is no reason for the process to live on.
    timer.unref();
  };
  // A little late rather than early, when it would still be the minute before.
  const untilNext = (): number => minuteMs - (clock.nowMs() % minuteMs) + 5;
  const look = (): void => {
    const minute = currentMinute(clock);
    // One that stands still is looked at once a minute, wherever in the minute it stands.
    if (minute === told) return wait(minuteMs);
    told = minute;
    onMinute(minute);
    wait(untilNext());
  };
  wait(untilNext());
  return () => clearTimeout(timer);
}
