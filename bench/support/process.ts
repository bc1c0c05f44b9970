import { readFileSync } from "node:fs";
import { treeOf } from "../../packages/server/src/providers/embedded/process-tree.ts";

/** Seconds of processor time so far (proc(5), stat fields 14 and 15; 100 ticks a second). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Proportional set size (proc(5), smaps_rollup): memory, with what several processes share divided among them. */
export function pssMb(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** The sum of a measure over a process and all below it. */
export const ofTree = (pid: number, measure: (pid: number) => number): number =>
  treeOf(pid).reduce((sum, each) => sum + measure(each), 0);
