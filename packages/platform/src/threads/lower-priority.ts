import { getPriority, setPriority } from "node:os";

/** Increase of the nice value. */
const NICENESS = 10;
const LOWEST = 19;

/**
 * Lowers the priority of the calling thread below the main thread's, because it runs an untrusted program. Has an
 * effect on Linux only, where each thread has its own priority (setpriority(2), "C library/kernel differences").
 */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(Math.min(getPriority() + NICENESS, LOWEST));
}
