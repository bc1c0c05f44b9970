import { KilledError } from "./task.ts";

/**
 * For promises of the shell's thread that reject and that nobody awaits any more. That a process was ended is told by its
 * exit code: what else it waited for may say so to nobody, and the other shells go on. Throws anything else, which ends
 * the thread.
 */
export function passOverEnds(reason: unknown): void {
  if (!(reason instanceof KilledError)) throw reason;
}
