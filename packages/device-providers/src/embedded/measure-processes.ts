import { readdir, readFile } from "node:fs/promises";
import { ownMemoryIn } from "./memory-watch.ts";
import { MOST_PROCESSES } from "./process-tree.ts";

/** Unit of processor times in /proc on every Linux architecture (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** Fields 14 to 17 of /proc/PID/stat after the command's name: own times, and those of ended children (proc(5)). */
const TIMES = [11, 12, 13, 14];

/**
 * Measures a process and all its descendants. It reads one file at a time and never blocks the event loop, since a
 * hostile device may have thousands of processes. Resolves with undefined if the process is gone.
 */
export async function measureProcesses(pid: number): Promise<{ cpuSeconds: number; memoryBytes: number } | undefined> {
  const pids = [pid];
  let ticks = 0;
  let memoryBytes = 0;
  for (const each of pids) {
    const stat = await read(`/proc/${each}/stat`);
    if (stat === undefined) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += TIMES.reduce((sum, field) => sum + (Number(fields[field]) || 0), 0);
    memoryBytes += ownMemoryIn((await read(`/proc/${each}/status`)) ?? "");
    if (pids.length < MOST_PROCESSES) pids.push(...(await childrenOf(each)));
  }
  return memoryBytes === 0 ? undefined : { cpuSeconds: ticks / TICKS_PER_SECOND, memoryBytes };
}

/** Reads the children of each thread of a process. */
async function childrenOf(pid: number): Promise<number[]> {
  const children: number[] = [];
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const listed = (await read(`/proc/${pid}/task/${thread}/children`))?.trim() ?? "";
    if (listed !== "") children.push(...listed.split(" ").map(Number));
  }
  return children;
}

/** Resolves with undefined if the process is gone or cannot be read now. */
const read = (file: string): Promise<string | undefined> => readFile(file, "latin1").catch(() => undefined);
