import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Mounts a separate file system, so that filling it harms nothing else. Requires root. */
export function mountDisk(size: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-chaos-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
  return folder;
}

export function unmount(folder: string): void {
  // Lazily: a process that is ending may still use it.
  execFileSync("umount", ["--lazy", folder]);
  rmdirSync(folder);
}
