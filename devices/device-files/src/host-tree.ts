import { closeSync, constants, lstatSync, openSync, readdirSync, type Dirent, type Stats } from "node:fs";
import { setImmediate } from "node:timers/promises";

/**
 * Longest host path that is used directly. Deeper entries are reached through an open folder (proc(5), /proc/self/fd),
 * because the system rejects any path beyond PATH_MAX.
 */
const PLAIN_PATH_BYTES = 3072;
const ENTRIES_BETWEEN_PAUSES = 256;
const HAS_OPEN_FOLDERS = process.platform === "linux";

/** One folder on the way down. */
interface Frame {
  /** Path of the folder from above. */
  path: string;
  /** Path for accessing the folder's entries. */
  inner: string;
  stats: Stats;
  names: string[];
  descriptor: number | undefined;
}

/** Callback for an entry of the walk. The path is valid only during the call. */
export type VisitEntry = (path: string, stats: Stats) => void | Promise<void>;

/**
 * Visits a host file or folder with all its content, at any depth, content before its folder. Does not follow links,
 * skips entries that disappear, and yields occasionally.
 */
export async function walkTree(root: string, visit: VisitEntry): Promise<void> {
  const stats = lstatSync(root, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) return await visit(root, stats);
  const frames = [openFrame(root, stats)];
  try {
    let visited = 0;
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const name = frame.names.pop();
      if (name === undefined) {
        closeFrame(frame);
        frames.pop();
        await visit(frame.path, frame.stats);
      } else {
        const path = `${frame.inner}/${name}`;
        const entry = lstatSync(path, { throwIfNoEntry: false });
        if (entry?.isDirectory()) frames.push(openFrame(path, entry));
        else if (entry) await visit(path, entry);
      }
      if (++visited % ENTRIES_BETWEEN_PAUSES === 0) await setImmediate();
    }
  } finally {
    for (const frame of frames) closeFrame(frame);
  }
}

/** Returns the longest relative path within a folder, in bytes and in names; zero for a file. */
export async function longestPath(folder: string): Promise<{ bytes: number; names: number }> {
  const longest = { bytes: 0, names: 0 };
  const folders = [{ path: folder, bytes: 0, names: 0 }];
  let visited = 0;
  for (let at = folders.pop(); at; at = folders.pop()) {
    for (const entry of entriesOf(at.path)) {
      const inner = {
        path: `${at.path}/${entry.name}`,
        bytes: at.bytes + 1 + Buffer.byteLength(entry.name),
        names: at.names + 1,
      };
      longest.bytes = Math.max(longest.bytes, inner.bytes);
      longest.names = Math.max(longest.names, inner.names);
      if (entry.isDirectory()) folders.push(inner);
      if (++visited % ENTRIES_BETWEEN_PAUSES === 0) await setImmediate();
    }
  }
  return longest;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A file, or deleted meanwhile, or so deep that its own length is already counted.
    if (isGone(error) || (error instanceof Error && "code" in error && error.code === "ENAMETOOLONG")) return [];
    throw error;
  }
}

function openFrame(path: string, stats: Stats): Frame {
  const frame: Frame = { path, inner: path, stats, names: [], descriptor: undefined };
  try {
    if (HAS_OPEN_FOLDERS && Buffer.byteLength(path) > PLAIN_PATH_BYTES) {
      frame.descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
      frame.inner = `/proc/self/fd/${frame.descriptor}`;
    }
    frame.names = readdirSync(frame.inner);
  } catch (error) {
    closeFrame(frame);
    if (!isGone(error)) throw error;
  }
  return frame;
}

function closeFrame(frame: Frame): void {
  if (frame.descriptor !== undefined) closeSync(frame.descriptor);
  frame.descriptor = undefined;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
