import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 500;
const QUESTION = ["/system/bin/getprop", "sys.boot_completed"];

/**
 * Polls a command in Android's container until Android has booted, because ADB answers long before, and not always
 * then. `run` returns the command's output; its failure means that it is too early. Resolves with false at the timeout
 * or when the signal is aborted.
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
