import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Makes a folder of this server's own, and those above it, where they are missing; throws what the system says. Not with
 * `recursive`, which Node tries for ever where nobody can make folders, as in /proc.
 */
export function makeFolder(folder: string): void {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isThere()) throw error;
  }
}
