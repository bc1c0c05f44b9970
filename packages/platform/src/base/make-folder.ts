import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Creates a folder of this server with its missing parents. Throws the system's error. Does not use `recursive`,
 * because Node then loops forever where folders cannot be created, as in /proc.
 */
export function makeFolder(folder: string): void {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isThere()) throw error;
  }
}
