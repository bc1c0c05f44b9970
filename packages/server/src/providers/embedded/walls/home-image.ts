import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, ftruncateSync, openSync, unlinkSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { AppError } from "../../../base/app-error.ts";

const run = promisify(execFile);
const MEGABYTE = 1024 ** 2;
/** The unit of a file's `blocks` (stat(2)). */
const BLOCK_BYTES = 512;
/** A file for each so many bytes, so that small files are what fills it last. */
const BYTES_PER_FILE = 8_192;

/** Paths by size in megabytes. */
const templates = new Map<number, Promise<string>>();

/**
 * Makes an empty file system of a size in a file, whose root belongs to root. All of its room is allocated, so that no
 * other program can take it. Copying takes a tenth of the time that making one does. Throws no_space if the disk has too
 * little room; rejects with what mkfs or cp says.
 */
export async function makeHomeImage(file: string, sizeMb: number): Promise<void> {
  // Shared extents would need room of their own when they are written to.
  await run("cp", ["--sparse=always", "--reflink=never", await emptyImage(sizeMb), file]);
  await allocateHomeImage(file);
}

/**
 * Allocates what an image that is not mounted lacks of its room, as one from an older version does. Where the file system
 * cannot allocate, the C library writes a byte to each missing block. Throws no_space.
 */
export async function allocateHomeImage(file: string): Promise<void> {
  if (await isAllocated(file)) return;
  await fallocate(file, ["--posix"]);
}

/**
 * Allocates again what the kernel gave back of a mounted image: ext4 may clear blocks, and the loop device turns that into
 * holes. Throws no_space.
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

/** Such a file system to copy or to try: it is open, has no name, and is gone with this process. Rejects with what mkfs says. */
export function emptyImage(sizeMb: number): Promise<string> {
  const known = templates.get(sizeMb) ?? makeTemplate(sizeMb);
  templates.set(sizeMb, known);
  known.catch(() => templates.delete(sizeMb));
  return known;
}

async function makeTemplate(sizeMb: number): Promise<string> {
  const file = path.join(tmpdir(), `terrarium-home-${randomUUID()}`);
  const image = openSync(file, "wx+", 0o600);
  // Before anything else: whatever ends this process leaves nothing.
  unlinkSync(file);
  const template = `/proc/${process.pid}/fd/${image}`;
  try {
    ftruncateSync(image, sizeMb * MEGABYTE);
    // Its journal keeps it whole when the machine loses power. Nothing of it is kept for root.
    const features = ["-J", "size=4", "-m", "0", "-i", String(BYTES_PER_FILE), "-O", "^resize_inode"];
    const extended = "lazy_itable_init=1,lazy_journal_init=1,nodiscard,root_owner=0:0";
    await run("/sbin/mkfs.ext4", ["-q", "-F", ...features, "-E", extended, template]);
    // Whose home it is would find it there; fsck makes it when it needs it.
    await run("/sbin/debugfs", ["-w", "-R", "rmdir lost+found", template]);
    return template;
  } catch (error) {
    closeSync(image);
    throw error;
  }
}
