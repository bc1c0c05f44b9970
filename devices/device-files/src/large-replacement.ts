import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Suffix of the note with the original place of a file that was moved aside. */
const NOTE_SUFFIX = ".place";

/**
 * Host folders: `tree` is the device's root, `staging` contains files outside their place. Both are on one file system.
 */
export interface FileFolders {
  tree: string;
  staging: string;
}

/**
 * Replaces a large file with a staged one. The old file is moved aside and removed later in the background. In one
 * step, the host would free the old file first. On ext4, it would also start to write out the new one (ext4(5),
 * auto_da_alloc), which takes as long as receiving it. `restoreMovedAside` repairs the state after a kill between the
 * two steps.
 */
export function replaceLargeFile({ tree, staging }: FileFolders, stagedPath: string, hostPath: string): void {
  const aside = join(staging, randomUUID());
  const note = aside + NOTE_SUFFIX;
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
  // If removal fails now, the next start of the device removes it with all staged files.
  rm(aside, { force: true }).catch(() => undefined);
}

/**
 * Restores files that were moved aside by a device killed before the new file was in place. If the folder is gone too,
 * it was being moved or removed, and the file is dropped.
 */
export function restoreMovedAside({ tree, staging }: FileFolders): void {
  if (!existsSync(staging)) return;
  for (const name of readdirSync(staging)) {
    if (!name.endsWith(NOTE_SUFFIX)) continue;
    const aside = join(staging, name.slice(0, -NOTE_SUFFIX.length));
    const hostPath = join(tree, readFileSync(join(staging, name), "utf8"));
    const isMissing = existsSync(aside) && !existsSync(hostPath);
    if (isMissing && lstatSync(dirname(hostPath), { throwIfNoEntry: false })?.isDirectory())
      renameSync(aside, hostPath);
  }
}
