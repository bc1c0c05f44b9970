import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { AppError } from "../base/app-error.ts";
import type { DataDisk } from "./data-disk.ts";

const MEBIBYTE = 1024 ** 2;
/** What is left to the server itself: its database, log and mail. */
const KEPT_BYTES = 64 * MEBIBYTE;
/** What a device writes beside its storage: its system's files, settings and log. */
const OWN_BYTES = 4 * MEBIBYTE;
const MEASURED_FOR_MS = 10_000;
const MEASURE_TIMEOUT_MS = 10_000;

export interface DeviceRoom {
  /**
   * Throws no_space unless the devices (named by their folders), and as many more, can all store as much as they may,
   * with what the former have stored by now.
   */
  require(devices: readonly string[], more: number): Promise<void>;
}

/** What devices had stored, in bytes by name, when so much was free. */
interface Measured {
  freeBytes: number;
  stored: ReadonlyMap<string, number>;
}

/** What folders take, in bytes by name; undefined if it cannot be told in time. */
type Measure = (folders: readonly string[]) => Promise<ReadonlyMap<string, number> | undefined>;

/** Sets the whole storage of each device aside on the disk. */
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

  /** It costs a walk through all that they stored: done only where it decides, and again at once when something was freed. */
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
      // One more has stored nothing, so it needs all of its own.
      if (bytesEach <= room) {
        const { freeBytes, stored } = await lastMeasured(devices);
        const storedBytes = devices.reduce((sum, name) => sum + Math.min(stored.get(name) ?? 0, bytesEach), 0);
        // What a device has removed since is free now, and counts as stored: not both.
        if (needed <= Math.min(freeBytes, disk.freeBytes()) - kept + storedBytes) return;
      }
      throw new AppError("no_space");
    },
  };
}

async function runDu(folders: readonly string[]): ReturnType<Measure> {
  // Without any, du looks through the folder that it runs in.
  if (folders.length === 0) return new Map();
  // It ends with 1 if a file went away meanwhile, and tells of the others.
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
