import { readdirSync, readFileSync } from "node:fs";

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
