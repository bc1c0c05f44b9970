import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { AppError } from "../base/app-error.ts";
import type { DataDisk } from "./data-disk.ts";

const MEBIBYTE = 1024 ** 2;
/** Space reserved for the server itself: its database, log and mail. */
const KEPT_BYTES = 64 * MEBIBYTE;
/** Space of a device beyond its storage: its system's files, settings and log. */
const OWN_BYTES = 4 * MEBIBYTE;
const MEASURED_FOR_MS = 10_000;
const MEASURE_TIMEOUT_MS = 10_000;

export interface DeviceRoom {
  /**
   * Throws no_space unless the devices (named by their folders) and `more` additional ones can all use their full
   * storage, given the data they already store.
   */
  require(devices: readonly string[], more: number): Promise<void>;
}

/** Stored bytes of devices by name, and the free space at that time. */
interface Measured {
  freeBytes: number;
  stored: ReadonlyMap<string, number>;
}

/** Measures the bytes of folders by name; resolves with undefined at the timeout. */
type Measure = (folders: readonly string[]) => Promise<ReadonlyMap<string, number> | undefined>;

/** Reserves the full storage of each device on the disk. */
export function createDeviceRoom(
  disk: Pick<DataDisk, "freeBytes" | "ballast">,
  devicesFolder: string,
  storageMb: number,
  measure: Measure = runDu,
): DeviceRoom {
  const bytesEach = storageMb * MEBIBYTE + OWN_BYTES;
  const nothing: Measured = { freeBytes: 0, stored: new Map() };
  let last = { at: -Infinity, measured: Promise.resolve(nothing) };

  async function measureAgain(devices: readonly string[], known: Measured): Promise<Measured> {
    const freeBytes = disk.freeBytes();
    const stored = await measure(devices.map((name) => path.join(devicesFolder, name)));
    return stored ? { freeBytes, stored } : known;
  }

  /**
   * Returns the last measurement. Measuring walks all stored files, so it is only used when it decides; it is repeated
   * at once when space was freed.
   */
  async function lastMeasured(devices: readonly string[]): Promise<Measured> {
    const seen = last;
    const known = await seen.measured;
    const isOld = performance.now() - seen.at > MEASURED_FOR_MS || disk.freeBytes() > known.freeBytes;
    if (isOld && last === seen) last = { at: performance.now(), measured: measureAgain(devices, known) };
    return last.measured;
  }

  return {
    async require(devices, more) {
      const { heldBytes, fullBytes } = disk.ballast();
      const kept = KEPT_BYTES + fullBytes - heldBytes;
      const room = disk.freeBytes() - kept;
      const needed = (devices.length + more) * bytesEach;
      if (needed <= room) return;
      // An additional device has stored nothing, so it needs its full storage.
      if (bytesEach <= room) {
        const { freeBytes, stored } = await lastMeasured(devices);
        const storedBytes = devices.reduce((sum, name) => sum + Math.min(stored.get(name) ?? 0, bytesEach), 0);
        // Data that a device has deleted since is free now and still counted as stored; it must not count twice.
        if (needed <= Math.min(freeBytes, disk.freeBytes()) - kept + storedBytes) return;
      }
      throw new AppError("no_space");
    },
  };
}

async function runDu(folders: readonly string[]): ReturnType<Measure> {
  // Without arguments, du would measure its working folder.
  if (folders.length === 0) return new Map();
  // du exits with 1 if a file was deleted meanwhile, and still reports the others.
  const run = promisify(execFile)("du", ["-sk", "--", ...folders], { timeout: MEASURE_TIMEOUT_MS });
  const stdout = await run.then(
    (done) => done.stdout,
    (error: unknown) => {
      const isLate = error instanceof Error && "killed" in error && error.killed === true;
      return error instanceof Error && "stdout" in error && !isLate ? String(error.stdout) : undefined;
    },
  );
  if (stdout === undefined) return undefined;
  const lines = [...stdout.matchAll(/^(\d+)\t(.+)$/gm)];
  return new Map(lines.map(([, kilobytes, folder = ""]) => [path.basename(folder), Number(kilobytes) * 1024]));
}
