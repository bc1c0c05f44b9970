import { globSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT_MS = 30 * 24 * 60 * 60_000;
/** What builds leave of earlier ones: its names are of its contents. */
const PARTS = ["apps/web/dist/assets/*", "{packages/server,devices/{phone,desktop}}/dist/part-*"];

/**
 * Removes what builds wrote more than a month ago and the newest has not written again: pages that are open may load it
 * until then. For when no server runs that was started from an earlier build, which needs it however old it is.
 */
export function removeOldParts(root = "."): void {
  for (const file of globSync(PARTS, { cwd: root }).map((name) => join(root, name)))
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
}
