import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** Returns the processes whose command lines contain a text, such as the folder of a device. */
export function pidsNaming(text: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && commandOf(pid).includes(text));
}

/** Returns the command line of a process, or an empty text if it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

const StandbyRecord = z.object({ pid: z.int() });

/**
 * Returns the processes of the devices in standby. The record of one that has just ended may still exist. A device that
 * has left standby keeps its command line, but not its folder.
 */
export const standbyPids = (dataDir: string): number[] =>
  globSync(path.join(dataDir, "devices", ".standby-*", "device.json")).map(
    (file) => StandbyRecord.parse(JSON.parse(readFileSync(file, "utf8"))).pid,
  );
