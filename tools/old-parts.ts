import { globSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Files that builds leave behind: their names contain a hash of their content. */
const PARTS = ["apps/web/dist/assets/*", "{packages/server,devices/{phone,desktop}}/dist/part-*"];

/**
 * Removes build files older than a month that the newest build did not write again. Until then, open pages may load
 * them. Must not run while a server of an earlier build is running: it needs its files, however old.
 */
export function removeOldParts(root = "."): void {
  for (const file of globSync(PARTS, { cwd: root }).map((name) => join(root, name)))
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
}
