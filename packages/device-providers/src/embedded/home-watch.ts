import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyBaseLogger } from "fastify";

const run = promisify(execFile);
const LOOK_MS = 5_000;
/** Timeout of a count. A home with too many files to count in this time exceeds its limit. */
const COUNT_TIMEOUT_S = 60;
/** Exit code of GNU timeout at the timeout. */
const TIMED_OUT = 124;

export interface HomeWatch {
  stop(): void;
}

/**
 * Measures homes that are folders every few seconds, one after another, and calls back for each that exceeds its limit.
 * On machines that cannot mount images, nothing else limits them.
 */
export function watchHomes<Device extends { homePath: string }>(
  devices: () => Iterable<Device>,
  limitMb: number,
  onExceeded: (device: Device) => void,
  log: Pick<FastifyBaseLogger, "error">,
): HomeWatch {
  async function look(): Promise<void> {
    for (const device of devices())
      if (existsSync(device.homePath) && (await kilobytesIn(device.homePath)) > limitMb * 1024) onExceeded(device);
  }
  return lookRepeatedly(look, log);
}

/** Runs `look` repeatedly, with a pause of some seconds. */
export function lookRepeatedly(look: () => Promise<void>, log: Pick<FastifyBaseLogger, "error">): HomeWatch {
  const stopped = new AbortController();

  async function watch(): Promise<void> {
    for (;;) {
      await sleep(LOOK_MS, undefined, { ref: false, signal: stopped.signal });
      await look().catch((error: unknown) => log.error({ err: error }, "failed to check the sandboxes' home folders"));
    }
  }
  watch().catch(() => undefined);
  return { stop: () => stopped.abort() };
}

/** Counts the kilobytes on disk of a folder's files. Resolves with Infinity if that takes too long. */
export async function kilobytesIn(folder: string): Promise<number> {
  // du fails if a file is moved meanwhile, but completes the count.
  const command = ["-n", "19", "timeout", String(COUNT_TIMEOUT_S), "sh", "-c", 'du -sxk "$1"; true', "du", folder];
  try {
    return Number.parseInt((await run("nice", command)).stdout, 10) || 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === TIMED_OUT) return Infinity;
    throw error;
  }
}
