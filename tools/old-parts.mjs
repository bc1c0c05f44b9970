import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Removes from a folder of built programs the parts of old builds: one that runs may yet load those it was started from. */
export function removeOldParts(folder) {
  for (const name of readdirSync(folder).filter((each) => each.startsWith("part-"))) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path);
  }
}
