import { readdirSync, readFileSync } from "node:fs";

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

/** A process and all below it. */
export function treeOf(pid: number): number[] {
  const pids = [pid];
  for (const parent of pids)
    for (const thread of readdirSync(`/proc/${parent}/task`)) {
      const children = readFileSync(`/proc/${parent}/task/${thread}/children`, "latin1").trim();
      if (children !== "") pids.push(...children.split(" ").map(Number));
    }
  return pids;
}

/** The sum of a measure over a process and all below it. */
export const ofTree = (pid: number, measure: (pid: number) => number): number =>
  treeOf(pid).reduce((sum, each) => sum + measure(each), 0);
