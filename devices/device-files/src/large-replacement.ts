import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Marks the note that says where a file belongs which was moved aside. */
const noteSuffix = ".place";

/** Host folders: `tree` is the device's root, `staging` what is not in its place. Both are on one file system. */
export interface FileFolders {
  tree: string;
  staging: string;
}

/**
 * Puts a staged file in the place of a large one, which is moved aside and removed later, for which nobody waits. In
 * one step the host would free the old file first and, on ext4, begin to write the new one out (ext4(5),
 * auto_da_alloc): as long as receiving it took. `restoreMovedAside` mends what a kill between the two steps leaves.
 */
export function replaceLargeFile({ tree, staging }: FileFolders, stagedPath: string, hostPath: string): void {
  const aside = join(staging, randomUUID());
  const note = aside + noteSuffix;
  writeFileSync(note, relative(tree, hostPath));
  try {
    renameSync(hostPath, aside);
    try {
      renameSync(stagedPath, hostPath);
    } catch (error) {
      renameSync(aside, hostPath);
      throw error;
    }
  } finally {
    rmSync(note);
  }
  // What cannot be removed now goes with all that is staged when the device starts next.
  rm(aside, { force: true }).catch(() => undefined);
}

/**
 * Puts back what was moved aside by a device that was killed before the new file stood in its place. Where its folder
 * is gone too, somebody was moving or removing that: then it is gone with it.
 */
export function restoreMovedAside({ tree, staging }: FileFolders): void {
  if (!existsSync(staging)) return;
  for (const name of readdirSync(staging)) {
    if (!name.endsWith(noteSuffix)) continue;
    const aside = join(staging, name.slice(0, -noteSuffix.length));
    const hostPath = join(tree, readFileSync(join(staging, name), "utf8"));
    const isMissing = existsSync(aside) && !existsSync(hostPath);
    if (isMissing && lstatSync(dirname(hostPath), { throwIfNoEntry: false })?.isDirectory())
      renameSync(aside, hostPath);
  }
}
