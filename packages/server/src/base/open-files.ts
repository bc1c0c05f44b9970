import { readFileSync } from "node:fs";

/** Returns how many files and sockets this process may have open (proc(5)); Node has raised it to what the operator allows. */
export function openFilesLimit(): number {
  if (process.platform !== "linux") return Infinity;
  const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return limit === undefined ? Infinity : Number(limit);
}
