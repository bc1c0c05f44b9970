import { closeSync, constants, lstatSync, openSync, readdirSync, type Dirent, type Stats } from "node:fs";
import { setImmediate } from "node:timers/promises";

/**
 * A host path is used as it is up to this length. What lies deeper is reached through a folder that is held open
 * (proc(5), /proc/self/fd), as the system takes no path beyond PATH_MAX, however it came to be.
 */
const plainPathBytes = 3072;
const entriesBetweenPauses = 256;
const hasOpenFolders = process.platform === "linux";

/** One folder on the way down. */
interface Frame {
  /** By which it is reached from above. */
  path: string;
  /** By which what is in it is reached. */
  inner: string;
  stats: Stats;
  names: string[];
  descriptor: number | undefined;
}

/** An entry of the walk. Its path is good only while it is visited. */
export type VisitEntry = (path: string, stats: Stats) => void | Promise<void>;

/**
 * Visits a host file or folder with all it holds, what is in a folder before the folder, however deep it is. Links are
 * not followed, and what goes away meanwhile is passed over. Gives way to others now and then.
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
      if (++visited % entriesBetweenPauses === 0) await setImmediate();
    }
  } finally {
    for (const frame of frames) closeFrame(frame);
  }
}

/** How much longer than a folder's own path the paths in it get, in bytes and in names; nothing for a file. */
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
      if (++visited % entriesBetweenPauses === 0) await setImmediate();
    }
  }
  return longest;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A file, or gone meanwhile, or so deep that its own length counts already.
    if (isGone(error) || (error instanceof Error && "code" in error && error.code === "ENAMETOOLONG")) return [];
    throw error;
  }
}

function openFrame(path: string, stats: Stats): Frame {
  const frame: Frame = { path, inner: path, stats, names: [], descriptor: undefined };
  try {
    if (hasOpenFolders && Buffer.byteLength(path) > plainPathBytes) {
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
