import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT_MS = 30 * 24 * 60 * 60_000;
const isNamedPart = (name: string): boolean => name.startsWith("part-");

/**
 * Removes from a folder of built programs the parts of old builds: one that runs may yet load those it was started from.
 * Parts have names of their contents; by default they begin with "part-".
 */
export function removeOldParts(folder: string, isPart: (name: string) => boolean = isNamedPart): void {
  for (const name of readdirSync(folder).filter(isPart)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path);
  }
}
