import path from "node:path";
import { Readable } from "node:stream";
import type { DeviceFile } from "@terrarium/contract/proxy";
import { type Adb, type AdbSync, AdbSyncError, LinuxFileType } from "@yume-chan/adb";
import { ReadableStream } from "@yume-chan/stream-extra";
import { AppError } from "../http/app-error.ts";

/** ADB's limit of a path in a sync request (AOSP file_sync_protocol.h). */
const PATH_BYTES_MAX = 1024;
const FILE_PERMISSION = 0o644;

const KINDS: ReadonlyMap<number, DeviceFile["kind"]> = new Map([
  [LinuxFileType.File, "file"],
  [LinuxFileType.Directory, "folder"],
  [LinuxFileType.Link, "link"],
]);

/** The absolute, normalized form of a path that may lack its leading slash. Throws AppError invalid_request. */
export function toDevicePath(given: string): string {
  if (given.includes("\0")) throw new AppError("invalid_request", { detail: "path: holds a NUL character" });
  const absolute = path.posix.join("/", given);
  if (Buffer.byteLength(absolute) > PATH_BYTES_MAX) {
    throw new AppError("invalid_request", { detail: `path: longer than ${PATH_BYTES_MAX} bytes` });
  }
  return absolute.length > 1 && absolute.endsWith("/") ? absolute.slice(0, -1) : absolute;
}

/** What a folder holds: folders first, then by name. Rejects with file_not_found, file_refused. */
export async function listFiles(adb: Adb, given: string): Promise<DeviceFile[]> {
  const folder = toDevicePath(given);
  const sync = await adb.sync();
  try {
    const { type } = await stat(sync, folder);
    if (type !== LinuxFileType.Directory) throw refused(folder, "it is not a folder");
    const files: DeviceFile[] = [];
    for (const entry of await sync.readdir(folder)) {
      if (entry.name === "." || entry.name === "..") continue;
      files.push({
        name: entry.name,
        kind: KINDS.get(entry.type) ?? "other",
        sizeBytes: Number(entry.size),
        mode: entry.mode,
        modifiedAt: new Date(Number(entry.mtime) * 1000).toISOString(),
      });
    }
    return files.toSorted(byKindAndName);
  } finally {
    await sync.dispose();
  }
}

/** A file's content as a stream; destroying it ends the transfer. Rejects with file_not_found, file_refused. */
export async function readFile(adb: Adb, given: string): Promise<{ sizeBytes: number; content: Readable }> {
  const file = toDevicePath(given);
  const sync = await adb.sync();
  try {
    const { type, size } = await stat(sync, file);
    if (type === LinuxFileType.Directory) throw refused(file, "it is a folder");
    if (type !== LinuxFileType.File && type !== LinuxFileType.Link) throw refused(file, "it is not a regular file");
    return { sizeBytes: Number(size), content: pull(sync, file) };
  } catch (error) {
    await sync.dispose();
    throw error;
  }
}

/** Writes a file, making the folders above it. Rejects with file_refused, or with what `content` failed with. */
export async function writeFile(adb: Adb, given: string, content: Readable): Promise<void> {
  const file = toDevicePath(given);
  const sync = await adb.sync();
  // Tango would wait for the device's answer for ever; the device drops the file when the transfer ends.
  content.once("error", () => sync.dispose().catch(() => undefined));
  try {
    // It may have failed while the device was answering.
    if (content.errored) throw content.errored;
    await sync.write({ filename: file, file: ReadableStream.from(content), permission: FILE_PERMISSION });
  } catch (error) {
    if (error instanceof AdbSyncError) throw refused(file, error.message);
    throw content.errored ?? error;
  } finally {
    content.destroy();
    await sync.dispose();
  }
}

function pull(sync: AdbSync, file: string): Readable {
  const chunks = sync.read(file).getReader();
  const content = new Readable({
    async read() {
      try {
        const { done, value } = await chunks.read();
        this.push(done ? null : value);
      } catch (error) {
        this.destroy(error instanceof AdbSyncError ? refused(file, error.message) : (error as Error));
      }
    },
  });
  // Ends the transfer as well: cancelling the chunks would first receive all of the rest. Disposing fails only when the
  // connection is gone, and the transfer with it.
  content.once("close", () => sync.dispose().catch(() => undefined));
  return content;
}

/** Follows links, where the device's ADB can. */
async function stat(sync: AdbSync, file: string): Promise<{ type: number; size: bigint }> {
  try {
    return sync.supportsStat ? await sync.stat(file) : await sync.lstat(file);
  } catch (error) {
    const { message } = error as Error;
    // Tango's words: the name of the error number, or "lstat error" for a device that knows none.
    if (message === "ENOENT" || message === "ENOTDIR" || message === "lstat error") {
      throw new AppError("file_not_found", { path: file }, { cause: error });
    }
    if (/^E[A-Z]+$/.test(message)) throw refused(file, message === "EACCES" ? "permission denied" : message);
    throw error;
  }
}

function refused(file: string, detail: string): AppError {
  return new AppError("file_refused", { path: file, detail });
}

function byKindAndName(a: DeviceFile, b: DeviceFile): number {
  const folders = Number(b.kind === "folder") - Number(a.kind === "folder");
  return folders || a.name.localeCompare(b.name, "en", { numeric: true });
}
