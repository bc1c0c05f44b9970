import { existsSync, rmSync } from "node:fs";

const TRIES = 100;

/**
 * Removes a folder of tests. Where something else removes entries of it meanwhile, as a device that is cleaned up, `rmSync`
 * ends at the first that is gone, without a word, and leaves the others. Throws if it is still there in the end.
 */
export function removeFolder(folder: string): void {
  for (let tried = 0; existsSync(folder); tried += 1) {
    if (tried === TRIES) throw new Error(`${folder} cannot be removed`);
    rmSync(folder, { recursive: true, force: true });
  }
}
