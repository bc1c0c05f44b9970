import { readFileSync } from "node:fs";
import path from "node:path";

interface Table {
  /** Name of the table for sysctl(8), and its entries. */
  setting: string;
  holds: string;
  /** Size from which one user's sandboxes leave entries for others (proc(5)). */
  enough: number;
}

/**
 * Tables of the kernel that all processes of this machine share and that control groups do not limit. One user may have
 * 40 sandboxes of 1,024 processes, and each process may open terminals.
 */
const TABLES: readonly Table[] = [
  { setting: "kernel.pid_max", holds: "processes", enough: 131_072 },
  { setting: "kernel.threads-max", holds: "threads", enough: 131_072 },
  { setting: "kernel.pty.max", holds: "terminals", enough: 65_536 },
];

/** Returns a sentence for operators about each table that a few sandboxes can fill. `root` is /proc/sys, for tests. */
export function smallTables(root = "/proc/sys"): string[] {
  return TABLES.flatMap(({ setting, holds, enough }) => {
    const most = readNumber(path.join(root, ...setting.split(".")));
    return most < enough
      ? [`a few sandboxes can use up the ${holds} of this machine: set ${setting} to ${enough}`]
      : [];
  });
}

/** Returns NaN if the kernel does not provide the value. */
function readNumber(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return Number.NaN;
  }
}
