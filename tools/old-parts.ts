import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT_MS = 30 * 24 * 60 * 60_000;
const isNamedPart = (name: string): boolean => name.startsWith("part-");

/** Where builds leave what earlier ones wrote, whose names are of their contents, and what of it is such a part. */
const PARTS: ReadonlyMap<string, (name: string) => boolean> = new Map([
  ["apps/web/dist/assets", () => true],
  ["packages/server/dist", isNamedPart],
  ["devices/phone/dist", isNamedPart],
  ["devices/desktop/dist", isNamedPart],
]);

/**
 * Removes what builds wrote more than a month ago and the newest has not written again: pages that are open may load it
 * until then. For when no server runs that was started from an earlier build, which needs it however old it is.
 */
export function removeOldParts(root = "."): void {
  for (const [folder, isPart] of PARTS) {
    const place = join(root, folder);
    if (!existsSync(place)) continue;
    for (const name of readdirSync(place).filter(isPart)) {
      const file = join(place, name);
      if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
    }
  }
}
