import path from "node:path";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DURABLE_FILE_MODE } from "@terrarium/adb/sync-codec";
import { BOX_FILE_LIMITS, DEVICE_LIMITS } from "@terrarium/contract/limits";
import type { DeviceFile } from "@terrarium/contract/proxy-messages";
import { AppError } from "@terrarium/platform/base/app-error";
import { withDeadline } from "@terrarium/platform/base/deadline";
import { toTimestamp } from "@terrarium/platform/base/timestamp";
import { type Adb, type AdbSync, type AdbSyncEntry, AdbSyncError, LinuxFileType } from "@yume-chan/adb";
import { ReadableStream } from "@yume-chan/stream-extra";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";

/** ADB's path limit in sync requests (AOSP file_sync_protocol.h). */
const PATH_BYTES_MAX = 1024;
const FILE_PERMISSION = 0o644 | DURABLE_FILE_MODE;

/** Reasons for rejected files; the console translates them. */
export const REFUSED_FILE = {
  folder: "it is a folder",
  notFolder: "it is not a folder",
  special: "it is not a regular file",
  denied: "permission denied",
} as const;

/** Limit of unread bytes of a file; a device may send each byte in a separate answer. */
const UNREAD_BYTES = 16_384;

const FIRST_TIME_MS = Date.UTC(-1, 12);
const LAST_TIME_MS = Date.UTC(10_000, 0) - 1_000;

const KINDS: ReadonlyMap<number, DeviceFile["kind"]> = new Map([
  [LinuxFileType.File, "file"],
  [LinuxFileType.Directory, "folder"],
  [LinuxFileType.Link, "link"],
]);

/** Returns the absolute, normalized form of a path; the leading slash is optional. Throws AppError invalid_request. */
export function toDevicePath(given: string): string {
  if (given.includes("\0")) throw new AppError("invalid_request", { detail: "path: contains a NUL character" });
  const absolute = path.posix.join("/", given);
  if (Buffer.byteLength(absolute) > PATH_BYTES_MAX) {
    throw new AppError("invalid_request", { detail: `path: longer than ${PATH_BYTES_MAX} bytes` });
  }
  return absolute.length > 1 && absolute.endsWith("/") ? absolute.slice(0, -1) : absolute;
}

/** Entries after which the event loop handles other work. They arrive together and take some milliseconds. */
const ENTRIES_IN_A_TURN = 100;
/** Natural order of names. Created once, because comparisons with a locale argument look it up each time. */
const NAME_ORDER = new Intl.Collator("en", { numeric: true });

/**
 * Lists a folder: folders first, then by name. Rejects with file_not_found, file_refused, or folder_too_large above the
 * limit of a listing.
 */
export async function listFiles(adb: Adb, given: string): Promise<DeviceFile[]> {
  const folder = toDevicePath(given);
  return withDeadline(ANSWER_TIMEOUT_MS, "listing a folder", (signal) => list(adb, folder, signal));
}

async function list(adb: Adb, folder: string, signal: AbortSignal): Promise<DeviceFile[]> {
  const sync = await open(adb, signal);
  try {
    const { type } = await stat(sync, folder);
    if (type !== LinuxFileType.Directory) throw refused(folder, REFUSED_FILE.notFolder);
    const files: DeviceFile[] = [];
    let entries = 0;
    for await (const entry of sync.opendir(folder)) {
      entries += 1;
      if (entries % ENTRIES_IN_A_TURN === 0) await nextTurn();
      if (entry.name !== "." && entry.name !== "..") files.push(toDeviceFile(entry.name, entry));
      if (files.length > BOX_FILE_LIMITS.listed) throw new AppError("folder_too_large", { path: folder });
    }
    return files.toSorted(byKindAndName);
  } finally {
    dispose(sync);
  }
}

type FileFacts = Pick<AdbSyncEntry, "type" | "mode" | "size" | "mtime">;

const toDeviceFile = (name: string, { type, mode, size, mtime }: FileFacts): DeviceFile => ({
  name,
  kind: KINDS.get(type) ?? "other",
  sizeBytes: Number(size),
  mode,
  modifiedAt: toIsoTime(mtime),
});

/** Files may have dates before 1970, or beyond the four-digit years of ISO 8601; such dates are clamped. */
function toIsoTime(mtime: bigint): string {
  const epochMs = Number(BigInt.asIntN(64, mtime)) * 1000;
  return toTimestamp(Math.min(Math.max(epochMs, FIRST_TIME_MS), LAST_TIME_MS));
}

/**
 * Returns the facts of a file or folder. Follows links; returns the facts of the link itself if its target is not
 * visible. Rejects with file_not_found, file_refused.
 */
export async function statFile(adb: Adb, given: string): Promise<DeviceFile> {
  const file = toDevicePath(given);
  return withDeadline(ANSWER_TIMEOUT_MS, "asking for a file", async (signal) => {
    const sync = await open(adb, signal);
    try {
      return toDeviceFile(path.posix.basename(file), await statOrLink(sync, file));
    } finally {
      dispose(sync);
    }
  });
}

interface ReadFileOptions {
  stallMs?: number;
  /** Converts failures of the device or connection into the content's error. Default: unchanged. */
  explain?: (error: unknown) => Error;
}

/**
 * Returns a file's content as a stream, which fails after `stallMs` without data; destroying it ends the transfer.
 * Rejects with file_not_found, file_refused.
 */
export async function readFile(
  adb: Adb,
  given: string,
  options: ReadFileOptions = {},
): Promise<{ sizeBytes: number; content: Readable }> {
  const file = toDevicePath(given);
  return withDeadline(ANSWER_TIMEOUT_MS, "opening a file", async (signal) => {
    const sync = await open(adb, signal);
    try {
      const { type, size } = await stat(sync, file);
      if (type === LinuxFileType.Directory) throw refused(file, REFUSED_FILE.folder);
      if (type !== LinuxFileType.File && type !== LinuxFileType.Link) throw refused(file, REFUSED_FILE.special);
      return { sizeBytes: Number(size), content: pull(sync, file, options) };
    } catch (error) {
      dispose(sync);
      throw error;
    }
  });
}

/**
 * Writes a file and creates its parent folders. Resolves when the file is on disk, if the device is ours. Rejects with
 * file_refused, with the error of `content`, or with an Error if the device accepts nothing for `stallMs`.
 */
export async function writeFile(
  adb: Adb,
  given: string,
  content: Readable,
  stallMs: number = DEVICE_LIMITS.stalledTransferMs,
): Promise<void> {
  const file = toDevicePath(given);
  const sync = await withDeadline(ANSWER_TIMEOUT_MS, "opening a file", (signal) => open(adb, signal));
  // Tango would wait for the device's answer forever. The device drops the file when the transfer ends.
  content.once("error", () => dispose(sync));
  let stall: Error | undefined;
  const stalled = setTimeout(() => {
    stall = new Error(`it accepted nothing of the file for ${stallMs} ms`);
    dispose(sync);
  }, stallMs);
  try {
    // It may have failed while the sync connection was opening.
    if (content.errored) throw content.errored;
    const chunks = ReadableStream.from(eachTold(content, () => stalled.refresh()));
    await sync.write({ filename: file, file: chunks, permission: FILE_PERMISSION });
  } catch (error) {
    if (error instanceof AdbSyncError) throw refused(file, error.message);
    throw content.errored ?? stall ?? error;
  } finally {
    clearTimeout(stalled);
    content.destroy();
    dispose(sync);
  }
}

async function* eachTold(content: Readable, tell: () => void): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    tell();
    yield chunk;
  }
}

/** Opens a sync connection to the device, and closes one that opens after the deadline. */
async function open(adb: Adb, signal: AbortSignal): Promise<AdbSync> {
  const sync = await adb.sync();
  if (signal.aborted) dispose(sync);
  else signal.addEventListener("abort", () => dispose(sync));
  return sync;
}

/** Closes without waiting, because a device that accepts no data does not accept the close either. */
function dispose(sync: AdbSync): void {
  sync.dispose().catch(() => undefined);
}

function pull(
  sync: AdbSync,
  file: string,
  { stallMs = DEVICE_LIMITS.stalledTransferMs, explain = (error) => error as Error }: ReadFileOptions,
): Readable {
  const chunks = sync.read(file).getReader();
  const content = new Readable({
    highWaterMark: UNREAD_BYTES,
    async read() {
      const stalled = setTimeout(() => {
        this.destroy(explain(new Error(`it sent nothing of the file for ${stallMs} ms`)));
      }, stallMs);
      try {
        const { done, value } = await chunks.read();
        this.push(done ? null : value);
      } catch (error) {
        this.destroy(error instanceof AdbSyncError ? refused(file, error.message) : explain(error));
      } finally {
        clearTimeout(stalled);
      }
    },
  });
  // Also ends the transfer. Cancelling the chunks would first receive the whole rest.
  content.once("close", () => dispose(sync));
  return content;
}

/** Returns a file's facts; follows links if the device's ADB supports it. */
async function stat(sync: AdbSync, file: string): Promise<FileFacts> {
  try {
    return sync.supportsStat ? await sync.stat(file) : await sync.lstat(file);
  } catch (error) {
    const { message } = error as Error;
    // Tango's error text: the name of the error number, or "lstat error" from a device without error numbers.
    if (message === "ENOENT" || message === "ENOTDIR" || message === "lstat error") {
      throw new AppError("file_not_found", { path: file }, { cause: error });
    }
    if (/^E[A-Z]+$/.test(message)) throw refused(file, message === "EACCES" ? REFUSED_FILE.denied : message);
    throw error;
  }
}

async function statOrLink(sync: AdbSync, file: string): Promise<FileFacts> {
  try {
    return await stat(sync, file);
  } catch (error) {
    const itself = await sync.lstat(file).catch(() => undefined);
    if (itself?.type === LinuxFileType.Link) return itself;
    throw error;
  }
}

function refused(file: string, detail: string): AppError {
  return new AppError("file_refused", { path: file, detail });
}

function byKindAndName(a: DeviceFile, b: DeviceFile): number {
  const folders = Number(b.kind === "folder") - Number(a.kind === "folder");
  return folders || NAME_ORDER.compare(a.name, b.name);
}
