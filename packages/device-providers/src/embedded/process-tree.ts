import { readdirSync, readFileSync } from "node:fs";

/** Limit for a tree that grows while it is walked. At this size control groups limit it, or it fills the machine. */
export const MOST_PROCESSES = 4_096;

/** Returns a process and all its descendants, from proc(5). */
export function treeOf(pid: number): number[] {
  const pids = [pid];
  for (const parent of pids) if (pids.length < MOST_PROCESSES) pids.push(...childrenOf(parent));
  return pids;
}

/** Returns nothing if the process is gone or cannot be read now. */
function childrenOf(pid: number): number[] {
  try {
    // A child belongs to the thread that started it.
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) => {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").trim();
      return children === "" ? [] : children.split(" ").map(Number);
    });
  } catch {
    return [];
  }
}
