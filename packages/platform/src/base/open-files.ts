import { readFileSync } from "node:fs";

/**
 * Returns the number of files and sockets that this process may open (proc(5)). Node has raised it to the operator's
 * limit.
 */
export function openFilesLimit(): number {
  if (process.platform !== "linux") return Infinity;
  const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return limit === undefined ? Infinity : Number(limit);
}
