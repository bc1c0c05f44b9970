import { readFileSync } from "node:fs";
import { treeOf } from "../../packages/device-providers/src/embedded/process-tree.ts";

/** Returns the CPU seconds so far (proc(5), stat fields 14 and 15; 100 ticks per second). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * Returns the proportional set size (proc(5), smaps_rollup): memory, with shared pages divided among their processes.
 */
export function pssMb(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** Returns the sum of a measure over a process and all its descendants. */
export const ofTree = (pid: number, measure: (pid: number) => number): number =>
  treeOf(pid).reduce((sum, each) => sum + measure(each), 0);
