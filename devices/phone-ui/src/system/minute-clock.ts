import type { Clock } from "@terrarium/phone-system/clock";
import { currentMinute, minuteMs } from "./initial-state.ts";

/** Calls `onMinute` with each new minute, as epoch ms. Returns the function that stops it. */
export function watchMinutes(clock: Clock, onMinute: (minute: number) => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    // A little late rather than early, when it would still be the minute before.
    timer = setTimeout(() => (onMinute(currentMinute(clock)), wait()), minuteMs - (clock.nowMs() % minuteMs) + 5);
    // The clock alone is no reason for the process to live on.
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
