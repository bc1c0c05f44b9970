import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyBaseLogger } from "fastify";

const run = promisify(execFile);
const LOOK_MS = 5_000;
/** What cannot be counted in this time is too much: so many files. */
const COUNT_TIMEOUT_S = 60;
/** As GNU timeout ends then. */
const TIMED_OUT = 124;

export interface HomeWatch {
  stop(): void;
}

/**
 * Looks every few seconds, one after the other, how much is in homes that are folders, and calls back with each that has
 * more than it may: where no file can be mounted, nothing else bounds them.
 */
export function watchHomes<Device extends { homePath: string }>(
  devices: () => Iterable<Device>,
  limitMb: number,
  onExceeded: (device: Device) => void,
  log: Pick<FastifyBaseLogger, "error">,
): HomeWatch {
  async function look(): Promise<void> {
    for (const device of devices())
      if (existsSync(device.homePath) && (await megabytesIn(device.homePath)) > limitMb) onExceeded(device);
  }
  return lookRepeatedly(look, log);
}

/** Looks at homes, and again some seconds after each look. */
export function lookRepeatedly(look: () => Promise<void>, log: Pick<FastifyBaseLogger, "error">): HomeWatch {
  const stopped = new AbortController();

  async function watch(): Promise<void> {
    for (;;) {
      await sleep(LOOK_MS, undefined, { ref: false, signal: stopped.signal });
      await look().catch((error: unknown) => log.error({ err: error }, "homes of sandboxes could not be looked at"));
    }
  }
  watch().catch(() => undefined);
  return { stop: () => stopped.abort() };
}

async function megabytesIn(folder: string): Promise<number> {
  // It fails where a file is moved while it looks, and counts on.
  const command = ["-n", "19", "timeout", String(COUNT_TIMEOUT_S), "sh", "-c", 'du -sxm "$1"; true', "du", folder];
  try {
    return Number.parseInt((await run("nice", command)).stdout, 10) || 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === TIMED_OUT) return Infinity;
    throw error;
  }
}
