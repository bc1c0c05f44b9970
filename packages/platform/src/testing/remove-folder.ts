import { existsSync, rmSync } from "node:fs";

const TRIES = 100;

/**
 * Removes a folder of tests. If another process also removes entries, such as a device's cleanup, `rmSync` silently
 * stops at the first missing one and leaves the rest. Throws if the folder still exists in the end.
 */
export function removeFolder(folder: string): void {
  for (let tried = 0; existsSync(folder); tried += 1) {
    if (tried === TRIES) throw new Error(`${folder} cannot be removed`);
    rmSync(folder, { recursive: true, force: true });
  }
}
