import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 500;
const QUESTION = ["/system/bin/getprop", "sys.boot_completed"];

/**
 * Asks Android again and again whether it has booted, by a command that is run in its container: its ADB answers long
 * before, and not always then. `run` answers what a command prints; that it fails means that it is too early. Resolves
 * with false when the time is over, or when the signal says that it never will.
 */
export async function untilBooted(
  run: (command: readonly string[]) => Promise<string>,
  timeoutMs: number,
  signal: AbortSignal,
  pollMs = POLL_MS,
): Promise<boolean> {
  for (const deadline = performance.now() + timeoutMs; !signal.aborted && performance.now() < deadline;) {
    const printed = await run(QUESTION).catch(() => "");
    if (printed.trim() === "1") return true;
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
