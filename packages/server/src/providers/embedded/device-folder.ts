import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { dataFolder, deviceLog } from "./device-process.ts";
import { ProcessIdentity } from "./process-identity.ts";

/** What a later server needs to know of a device: its process, and its port once it answered. */
const DeviceRecord = ProcessIdentity.extend({ port: z.number().int().positive().nullable() });
export type DeviceRecord = z.infer<typeof DeviceRecord>;

const TOLD_LOG_CHARS = 500;

/** The folder of one embedded device. */
export interface DeviceFolder {
  readonly path: string;
  readonly dataPath: string;
  readonly authorizedKeysPath: string;
  /** Makes it anew, or out of the folder that is given. */
  create(authorizedKey: string, from?: string): void;
  writeRecord(record: DeviceRecord): void;
  /** undefined if there is none, or it was cut off while being written. */
  readRecord(): DeviceRecord | undefined;
  /** The end of the log, for messages. */
  readLogEnd(): string;
  remove(): void;
}

export function deviceFolder(root: string, sandboxId: string): DeviceFolder {
  // Ids are made here, but a path is never built from anything else.
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(sandboxId)) throw new RangeError(`"${sandboxId}" cannot name a device's folder`);
  const folder = path.join(root, sandboxId);
  const authorizedKeysPath = path.join(folder, "authorized_keys");
  const recordPath = path.join(folder, "device.json");
  return {
    path: folder,
    dataPath: dataFolder(folder),
    authorizedKeysPath,
    create(authorizedKey, from) {
      rmSync(folder, { recursive: true, force: true });
      if (from !== undefined) renameSync(from, folder);
      mkdirSync(dataFolder(folder), { recursive: true, mode: 0o700 });
      writeFileSync(authorizedKeysPath, `${authorizedKey}\n`, { mode: 0o600 });
    },
    writeRecord(record) {
      writeFileSync(`${recordPath}.new`, JSON.stringify(record));
      renameSync(`${recordPath}.new`, recordPath);
    },
    readRecord() {
      const text = readIfThere(recordPath);
      return text === undefined ? undefined : DeviceRecord.safeParse(parseJson(text)).data;
    },
    readLogEnd: () => (readIfThere(deviceLog(folder)) ?? "").trim().slice(-TOLD_LOG_CHARS),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
