import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Readable } from "node:stream";
import { cutText } from "@terrarium/bounds/cut-text";
import { GatheredBytes } from "@terrarium/bounds/gathered-bytes";
import type { BoxFile } from "@terrarium/contract/box-files";
import { BOX_FILE_LIMITS, WORKING_DIR } from "@terrarium/contract/limits";
import type { DeviceFile } from "@terrarium/contract/proxy-messages";
import { boxTypeOf } from "@terrarium/contract/sandbox-kind";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { DeviceAccess } from "../access/device-access.ts";
import type { DeviceActionService } from "../action-log/service.ts";
import { REFUSED_FILE, toDevicePath } from "../adb/files.ts";
import type { DeviceSession, DeviceSessions } from "../device/device-session.ts";
import { shellQuote } from "../device/shell-quote.ts";

/** A file's place in the caller's terms. */
interface Place {
  path: string;
  workingDir?: string | undefined;
}

/** Content that is written when its body is complete: texts may follow the file. */
interface Upload {
  /** Copies the file to the device as a temporary file. Rejects like DeviceSession.writeFile. */
  take(content: Readable): Promise<void>;
  /** Moves it to its place, over an existing file. Throws file_refused if that is a folder. */
  finish(place: Place): Promise<BoxFile>;
  /** Removes the temporary file. */
  cancel(): Promise<void>;
}

/**
 * Files of devices, in the form of the boxes API. All methods throw as `requireDevice` does, file_not_found,
 * file_refused.
 */
export interface BoxFileService {
  /** Throws folder_too_large if there are more entries than a listing holds. */
  list(caller: Caller, boxId: string, place: Place, depth: number): Promise<BoxFile[]>;
  info(caller: Caller, boxId: string, place: Place): Promise<BoxFile>;
  /** Undefined if there is none. */
  find(caller: Caller, boxId: string, place: Place): Promise<BoxFile | undefined>;
  /** Returns a whole file. Throws not_possible if it is too large. */
  read(caller: Caller, boxId: string, place: Place): Promise<Buffer>;
  /** Returns a file's content as a stream. Destroying it ends the transfer. */
  open(caller: Caller, boxId: string, place: Place): Promise<Readable>;
  beginUpload(caller: Caller, boxId: string): Promise<Upload>;
  /** Creates a folder with its parents. An existing one stays. */
  makeFolder(caller: Caller, boxId: string, place: Place): Promise<void>;
  /** Notifies Android of added or removed photos or videos, because it does not detect them itself. */
  tellMedia(caller: Caller, boxId: string, files: readonly string[]): Promise<void>;
  /** Throws file_exists. */
  rename(caller: Caller, boxId: string, from: Place, to: Place): Promise<BoxFile>;
  /** Resolves with the path from the root. */
  remove(caller: Caller, boxId: string, place: Place): Promise<string>;
}

export interface BoxFileParts {
  actions: Pick<DeviceActionService, "noting">;
  sandboxes: DeviceAccess;
  devices: Pick<DeviceSessions, "get">;
}

export function createBoxFileService({ actions, sandboxes, devices }: BoxFileParts): BoxFileService {
  async function reach(caller: Caller, boxId: string) {
    const device = await sandboxes.requireDevice(caller, boxId);
    const session = await devices.get(device);
    const resolve = (place: Place) =>
      toDevicePath(path.posix.resolve("/", device.workingDir, place.workingDir ?? "", place.path));
    return { device, session, resolve };
  }

  const statOf = async (session: DeviceSession, file: string): Promise<BoxFile> =>
    toBoxFile(file, await session.statFile(file));

  return {
    async list(caller, boxId, place, depth) {
      const { session, resolve } = await reach(caller, boxId);
      return listTree(session, resolve(place), depth);
    },

    async info(caller, boxId, place) {
      const { session, resolve } = await reach(caller, boxId);
      return statOf(session, resolve(place));
    },

    async find(caller, boxId, place) {
      const { session, resolve } = await reach(caller, boxId);
      return statOf(session, resolve(place)).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "file_not_found") return undefined;
        throw error;
      });
    },

    async read(caller, boxId, place) {
      const { session, resolve } = await reach(caller, boxId);
      const file = resolve(place);
      return actions.noting(caller, boxId, { kind: "download", detail: file }, () => readAll(session, file));
    },

    async open(caller, boxId, place) {
      const { session, resolve } = await reach(caller, boxId);
      const file = resolve(place);
      const { content } = await actions.noting(caller, boxId, { kind: "download", detail: file }, () =>
        session.readFile(file),
      );
      return content;
    },

    async makeFolder(caller, boxId, place) {
      const { session, resolve } = await reach(caller, boxId);
      const folder = resolve(place);
      await runOn(session, folder, `mkdir -p ${shellQuote(folder)}`);
    },

    async tellMedia(caller, boxId, files) {
      const { session } = await reach(caller, boxId);
      if (files.length === 0 || (await session.isVirtual())) return;
      const lines = files.map((file) => `am broadcast -a ${SCAN_FILE} -d ${shellQuote(`file://${encodeURI(file)}`)}`);
      await session.run(lines.join("; "));
    },

    async beginUpload(caller, boxId) {
      const { device, session, resolve } = await reach(caller, boxId);
      const waiting = path.posix.join(WORKING_DIR[boxTypeOf(device)], `.upload-${randomUUID()}`);
      const drop = async () => void (await session.run(`rm -f ${shellQuote(waiting)}`));
      return {
        take: (content) => session.writeFile(waiting, content),
        cancel: drop,
        async finish(place) {
          const file = resolve(place);
          return actions.noting(caller, boxId, { kind: "upload", detail: file }, async () => {
            try {
              await move(session, waiting, file, {
                condition: `[ ! -d ${shellQuote(file)} ]`,
                taken: () => isFolder(file),
                afterwards: await syncCommand(device, session, file),
              });
            } catch (error) {
              await drop();
              throw error;
            }
            return statOf(session, file);
          });
        },
      };
    },

    async rename(caller, boxId, from, to) {
      const { session, resolve } = await reach(caller, boxId);
      const [oldFile, newFile] = [resolve(from), resolve(to)];
      await session.statFile(oldFile);
      return actions.noting(caller, boxId, { kind: "rename", detail: `${oldFile} → ${newFile}` }, async () => {
        // A broken link also occupies its name.
        const isFree = `[ ! -e ${shellQuote(newFile)} ] && [ ! -L ${shellQuote(newFile)} ]`;
        await move(session, oldFile, newFile, {
          condition: isFree,
          taken: () => new AppError("file_exists", { path: newFile }),
        });
        return statOf(session, newFile);
      });
    },

    async remove(caller, boxId, place) {
      const { session, resolve } = await reach(caller, boxId);
      const file = resolve(place);
      if (file === "/") throw new AppError("file_refused", { path: file, detail: "it is the root of the device" });
      await session.statFile(file);
      await actions.noting(caller, boxId, { kind: "remove", detail: file }, () =>
        runOn(session, file, `rm -rf ${shellQuote(file)}`),
      );
      return file;
    },
  };
}

const isFolder = (file: string) => new AppError("file_refused", { path: file, detail: REFUSED_FILE.folder });

/** AOSP Intent.ACTION_MEDIA_SCANNER_SCAN_FILE. */
const SCAN_FILE = "android.intent.action.MEDIA_SCANNER_SCAN_FILE";

/** Exit code of `move` if the place is occupied. */
const TAKEN = 17;

interface Move {
  /** Command that must succeed before the file is moved. */
  condition: string;
  taken: () => AppError;
  /** Command that runs after the move. */
  afterwards?: string;
}

/** Moves a file, and creates the parent folders of its new place. Throws the result of `taken`, and file_refused. */
async function move(session: DeviceSession, from: string, to: string, how: Move): Promise<void> {
  const { condition, taken, afterwards = "true" } = how;
  const folder = shellQuote(path.posix.dirname(to));
  const moved = `mkdir -p ${folder} && mv ${shellQuote(from)} ${shellQuote(to)} && ${afterwards}`;
  await runOn(session, to, `${condition} || exit ${TAKEN}; ${moved}`, taken);
}

/**
 * Returns the command that flushes a moved file to disk. Real Android's `sync` waits for every disk of its machine, so
 * it is left out there.
 */
async function syncCommand(
  device: Parameters<typeof boxTypeOf>[0],
  session: DeviceSession,
  file: string,
): Promise<string> {
  if (boxTypeOf(device) === "android" && !(await session.isVirtual())) return "true";
  return `sync ${shellQuote(file)} ${shellQuote(path.posix.dirname(file))}`;
}

/** Runs a line that changes a file. Throws file_refused with the device's message. */
async function runOn(session: DeviceSession, file: string, line: string, taken?: () => AppError): Promise<void> {
  const { exitCode, stderr } = await session.run(line);
  if (exitCode === 0) return;
  if (exitCode === TAKEN && taken) throw taken();
  const detail = cutText(Buffer.from(stderr).toString().trim(), 500) || `exit code ${exitCode}`;
  throw new AppError("file_refused", { path: file, detail });
}

/** Lists folder by folder, from the top. Links are listed as their targets, but not followed further. */
async function listTree(session: DeviceSession, root: string, depth: number): Promise<BoxFile[]> {
  const listed: BoxFile[] = [];
  let folders = [root];
  for (let level = 0; level < depth && folders.length > 0; level += 1) {
    const below: string[] = [];
    for (const folder of folders) {
      for (const file of await session.listFiles(folder)) {
        const place = path.posix.join(folder, file.name);
        if (listed.length >= BOX_FILE_LIMITS.listed) throw new AppError("folder_too_large", { path: root });
        listed.push(toBoxFile(place, file.kind === "link" ? await targetOf(session, place, file) : file));
        if (file.kind === "folder") below.push(place);
      }
    }
    folders = below;
  }
  return listed;
}

/** Returns the target of a link, or the link itself if its target is not visible. */
const targetOf = (session: DeviceSession, place: string, link: DeviceFile): Promise<DeviceFile> =>
  session.statFile(place).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return link;
    throw error;
  });

async function readAll(session: DeviceSession, file: string): Promise<Buffer> {
  const { sizeBytes, content } = await session.readFile(file);
  const gathered = new GatheredBytes();
  let bytes = sizeBytes;
  try {
    if (bytes <= BOX_FILE_LIMITS.textBytes) {
      bytes = 0;
      // The size reported by the device may be outdated or missing.
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > BOX_FILE_LIMITS.textBytes) break;
        gathered.add(chunk);
      }
    }
  } finally {
    content.destroy();
  }
  if (bytes <= BOX_FILE_LIMITS.textBytes) return gathered.bytes();
  const detail = `it has more than ${BOX_FILE_LIMITS.textBytes} bytes; download it from /api/v1/proxy/{boxId}/files/content`;
  throw new AppError("not_possible", { what: `Reading ${file} at once`, detail });
}

function toBoxFile(file: string, { kind, mode, sizeBytes, modifiedAt }: DeviceFile): BoxFile {
  const facts = {
    name: path.posix.basename(file),
    path: file,
    mode: (mode & 0o7777).toString(8).padStart(4, "0"),
    lastModified: modifiedAt,
  };
  return kind === "folder" ? { type: "dir", ...facts } : { type: "file", size: String(sizeBytes), ...facts };
}
