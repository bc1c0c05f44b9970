import { getPriority, setPriority } from "node:os";

/** By so much. */
const NICENESS = 10;
const LOWEST = 19;

/**
 * Lets the main thread, which serves everybody, go before the thread that calls this, which runs a stranger's program.
 * Does something on Linux only, where a priority is a thread's (setpriority(2), "C library/kernel differences").
 */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(Math.min(getPriority() + NICENESS, LOWEST));
}
