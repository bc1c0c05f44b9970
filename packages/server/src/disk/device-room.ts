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

/** Sets the whole storage of each device aside on the disk. */
export function createDeviceRoom(
  disk: Pick<DataDisk, "freeBytes" | "ballast">,
  devicesFolder: string,
  storageMb: number,
): DeviceRoom {
  const bytesEach = storageMb * MEBIBYTE + OWN_BYTES;
  let measured = { at: -Infinity, stored: Promise.resolve(new Map<string, number>()) };

  /** What devices have stored, which costs a walk through all of it: done only where it decides. */
  async function storedBytes(devices: readonly string[]): Promise<number> {
    if (performance.now() - measured.at > MEASURED_FOR_MS)
      measured = { at: performance.now(), stored: measure(devices.map((name) => path.join(devicesFolder, name))) };
    const stored = await measured.stored;
    return devices.reduce((sum, name) => sum + Math.min(stored.get(name) ?? 0, bytesEach), 0);
  }

  return {
    async require(devices, more) {
      const { heldBytes, fullBytes } = disk.ballast();
      const room = disk.freeBytes() - KEPT_BYTES - (fullBytes - heldBytes);
      const needed = (devices.length + more) * bytesEach;
      if (needed <= room) return;
      // One more has stored nothing, so it needs all of its own.
      if (bytesEach <= room && needed <= room + (await storedBytes(devices))) return;
      throw new AppError("no_space");
    },
  };
}

/** What folders take, by name. Empty if it cannot be told: then there is room for less. */
async function measure(folders: readonly string[]): Promise<Map<string, number>> {
  // Without any, du looks through the folder that it runs in.
  if (folders.length === 0) return new Map();
  // It ends with 1 if a file went away meanwhile, and tells of the others.
  const run = promisify(execFile)("du", ["-sk", "--", ...folders], { timeout: MEASURE_TIMEOUT_MS });
  const stdout = await run.then(
    (done) => done.stdout,
    (error: unknown) => (error instanceof Error && "stdout" in error ? String(error.stdout) : ""),
  );
  const lines = [...stdout.matchAll(/^(\d+)\t(.+)$/gm)];
  return new Map(lines.map(([, kilobytes, folder = ""]) => [path.basename(folder), Number(kilobytes) * 1024]));
}
