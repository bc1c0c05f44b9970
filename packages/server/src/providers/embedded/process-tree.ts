import { readdirSync, readFileSync } from "node:fs";

/** Of a tree that grows while it is walked, no more is told: by then it has its control group, or fills the machine. */
const MOST_PROCESSES = 4_096;

/** A process and all below it, by proc(5). */
export function treeOf(pid: number): number[] {
  const pids = [pid];
  for (const parent of pids) if (pids.length < MOST_PROCESSES) pids.push(...childrenOf(parent));
  return pids;
}

/** None of a process that is not there, or that cannot be looked at now. */
function childrenOf(pid: number): number[] {
  try {
    // Each is the child of the thread that started it.
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) => {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").trim();
      return children === "" ? [] : children.split(" ").map(Number);
    });
  } catch {
    return [];
  }
}
