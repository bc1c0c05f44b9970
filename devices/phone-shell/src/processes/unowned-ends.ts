import { KilledError } from "./task.ts";

/**
 * For errors of the shell's thread that nobody takes: of promises that nobody awaits any more, and of callbacks. That a
 * process was ended is told by its exit code: what else it waited for may say so to nobody, and the other shells go on.
 * Throws anything else, which ends the thread.
 */
export function passOverEnds(reason: unknown): void {
  if (!(reason instanceof KilledError)) throw reason;
}
