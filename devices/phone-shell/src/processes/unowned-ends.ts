import { KilledError } from "./task.ts";

/**
 * Handles uncaught errors of the shell's thread, from abandoned promises and from callbacks. Ignores the end of a
 * process: its exit code already reports it, and other shells must continue. Rethrows any other error, which ends the
 * thread.
 */
export function passOverEnds(reason: unknown): void {
  if (!(reason instanceof KilledError)) throw reason;
}
