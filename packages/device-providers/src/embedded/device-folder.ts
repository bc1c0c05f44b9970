import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { ListedDevice } from "../provider.ts";
import { hasCode, isMissing } from "./file-errors.ts";
import type { FolderRemover } from "./folder-remover.ts";
import { ProcessIdentity } from "./process-identity.ts";

/**
 * A device's data for later servers. `port`: its port once it answered; 0 if it listens at the socket file of its
 * folder. `watchedMb`: its memory limit; null if only the kernel limits it, undefined for the default limit.
 */
const DeviceRecord = ProcessIdentity.extend({
  port: z.number().int().nonnegative().nullable(),
  watchedMb: z.number().positive().nullable().optional(),
});
export type DeviceRecord = z.infer<typeof DeviceRecord>;

const SANDBOX_ID = /^[A-Za-z0-9_-]{1,64}$/;
const TOLD_LOG_BYTES = 500;

/** No sandbox id starts with a dot, so unfinished folders never look like devices. */
const NEW_PREFIX = ".new-";
const STANDBY_PREFIX = ".standby-";

/** The folder of one embedded device. */
export interface DeviceFolder {
  readonly path: string;
  readonly dataPath: string;
  readonly authorizedKeysPath: string;
  /** Creates the folder atomically, new or from the given one. */
  create(authorizedKey: string, from?: string): Promise<void>;
  remove(): Promise<void>;
}

export function deviceFolder(root: string, sandboxId: string, remover: FolderRemover): DeviceFolder {
  // Only generated ids may become paths.
  if (!SANDBOX_ID.test(sandboxId)) throw new RangeError(`"${sandboxId}" cannot name a device's folder`);
  const folder = path.join(root, sandboxId);
  return {
    path: folder,
    dataPath: dataFolder(folder),
    authorizedKeysPath: keysPath(folder),
    async create(authorizedKey, from = path.join(root, NEW_PREFIX + randomUUID())) {
      try {
        await remover.remove(folder);
        await mkdir(dataFolder(from), { recursive: true, mode: 0o700 });
        await writeFile(keysPath(from), `${authorizedKey}\n`, { mode: 0o600 });
        await rename(from, folder);
      } catch (error) {
        await remover.remove(from);
        throw error;
      }
    },
    remove: () => remover.remove(folder),
  };
}

/** Makes a folder for a standby device. */
export async function makeStandbyFolder(root: string): Promise<string> {
  const folder = path.join(root, STANDBY_PREFIX + randomUUID());
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Lists all devices that run or left files. Ignores unrelated files in the folder. */
export async function listDevices(root: string): Promise<ListedDevice[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && SANDBOX_ID.test(entry.name)).map(({ name }) => name);
  const devices = await Promise.all(
    names.map(async (sandboxId) => {
      const startedAt = await writtenAt(keysPath(path.join(root, sandboxId)));
      return startedAt === undefined ? [] : [{ sandboxId, startedAt }];
    }),
  );
  return devices.flat();
}

/** Lists folders of earlier servers that never became a device's. */
export async function listUnfinished(root: string): Promise<string[]> {
  const names = (await readdir(root)).filter((name) => name.startsWith(NEW_PREFIX) || name.startsWith(STANDBY_PREFIX));
  return names.map((name) => path.join(root, name));
}

/** Stores the record of the process that works in a folder. */
export async function writeRecord(folder: string, record: DeviceRecord): Promise<void> {
  const file = recordPath(folder);
  await writeFile(`${file}.new`, JSON.stringify(record));
  await rename(`${file}.new`, file);
}

/** Reads a record; resolves with undefined if it is missing or incomplete. */
export async function readRecord(folder: string): Promise<DeviceRecord | undefined> {
  try {
    return DeviceRecord.safeParse(JSON.parse(await readFile(recordPath(folder), "utf8"))).data;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reads the end of a device's log, for messages. */
export async function readLogEnd(folder: string): Promise<string> {
  try {
    await using file = await open(deviceLog(folder));
    const { size } = await file.stat();
    const end = Buffer.alloc(Math.min(size, TOLD_LOG_BYTES));
    const { bytesRead } = await file.read(end, 0, end.length, size - end.length);
    return end.toString("utf8", 0, bytesRead).trim();
  } catch (error) {
    if (hasCode(error)) return "";
    throw error;
  }
}

/** Returns the log file in a device's folder. The process writes it itself, so that logging survives the server. */
export const deviceLog = (folder: string): string => path.join(folder, "device.log");

/** Returns the folder with a device's stored data. */
export const dataFolder = (folder: string): string => path.join(folder, "data");

/** Returns the home of a sandbox without a file system image. */
export const homeFolder = (folder: string): string => path.join(dataFolder(folder), "home");

/** Returns the file system image of a sandbox's home. */
export const homeImage = (folder: string): string => path.join(dataFolder(folder), "home.img");

/** Returns the folder that is shared with a sandbox; it contains the socket of its egress proxy. */
export const proxyFolder = (folder: string): string => path.join(folder, "gate");
export const proxySocket = (folder: string): string => path.join(proxyFolder(folder), "egress.sock");

/** Returns the ADB socket file of a device that receives a listening server. */
export const socketFile = (folder: string): string => path.join(folder, "adb.sock");

const keysPath = (folder: string): string => path.join(folder, "authorized_keys");
const recordPath = (folder: string): string => path.join(folder, "device.json");

/** Returns the modification time in epoch milliseconds; undefined if the file does not exist. */
async function writtenAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
