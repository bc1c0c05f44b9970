import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, ftruncateSync, openSync, unlinkSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { AppError } from "@terrarium/platform/base/app-error";

const run = promisify(execFile);
const MEGABYTE = 1024 ** 2;
/** The unit of a file's `blocks` (stat(2)). */
const BLOCK_BYTES = 512;
/** Bytes per inode. Small enough that the disk fills before the inodes run out. */
const BYTES_PER_FILE = 8_192;

/** Paths of templates by size in megabytes. */
const templates = new Map<number, Promise<string>>();

/**
 * Creates an empty file system image of a size; its root folder belongs to root. Allocates all blocks, so that no other
 * program can use the space. Copying a template takes a tenth of the time of mkfs. Throws no_space if the disk lacks
 * space; rejects with the errors of mkfs and cp.
 */
export async function makeHomeImage(file: string, sizeMb: number): Promise<void> {
  // Shared extents would need more space when they are written.
  await run("cp", ["--sparse=always", "--reflink=never", await emptyImage(sizeMb), file]);
  await allocateHomeImage(file);
}

/**
 * Allocates missing blocks of an unmounted image, such as one of an older version. If the file system does not support
 * this, the C library writes a byte to each missing block. Throws no_space.
 */
export async function allocateHomeImage(file: string): Promise<void> {
  if (await isAllocated(file)) return;
  await fallocate(file, ["--posix"]);
}

/**
 * Reallocates blocks of a mounted image that the kernel released: ext4 may clear blocks, and the loop device turns them
 * into holes. Throws no_space.
 */
export async function reallocateHomeImage(file: string): Promise<void> {
  if (await isAllocated(file)) return;
  await fallocate(file, []);
}

async function isAllocated(file: string): Promise<boolean> {
  const { blocks, size } = await stat(file);
  return blocks * BLOCK_BYTES >= size;
}

async function fallocate(file: string, how: readonly string[]): Promise<void> {
  const { size } = await stat(file);
  await run("fallocate", [...how, "--length", String(size), "--", file], {
    env: { ...process.env, LC_ALL: "C" },
  }).catch((error: unknown) => {
    if (String(error).includes("No space left on device")) throw new AppError("no_space", {}, { cause: error });
    throw error;
  });
}

/**
 * Returns the path of an empty template image. It is an open, unlinked file that disappears with this process. Rejects
 * with the error of mkfs.
 */
export function emptyImage(sizeMb: number): Promise<string> {
  const known = templates.get(sizeMb) ?? makeTemplate(sizeMb);
  templates.set(sizeMb, known);
  known.catch(() => templates.delete(sizeMb));
  return known;
}

async function makeTemplate(sizeMb: number): Promise<string> {
  const file = path.join(tmpdir(), `terrarium-home-${randomUUID()}`);
  const image = openSync(file, "wx+", 0o600);
  // Unlink first, so that nothing is left however this process ends.
  unlinkSync(file);
  const template = `/proc/${process.pid}/fd/${image}`;
  try {
    ftruncateSync(image, sizeMb * MEGABYTE);
    // The journal protects it against power loss. No blocks are reserved for root.
    const features = ["-J", "size=4", "-m", "0", "-i", String(BYTES_PER_FILE), "-O", "^resize_inode"];
    const extended = "lazy_itable_init=1,lazy_journal_init=1,nodiscard,root_owner=0:0";
    await run("/sbin/mkfs.ext4", ["-q", "-F", ...features, "-E", extended, template]);
    // Users would see the folder in their home; fsck recreates it when needed.
    await run("/sbin/debugfs", ["-w", "-R", "rmdir lost+found", template]);
    return template;
  } catch (error) {
    closeSync(image);
    throw error;
  }
}
