import { mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ProcessIdentity } from "./process-identity.ts";

/** What a later server needs to know of a device: its process, and its port once it answered. */
const DeviceRecord = ProcessIdentity.extend({ port: z.number().int().positive().nullable() });
export type DeviceRecord = z.infer<typeof DeviceRecord>;

const ReadyLine = z.object({ event: z.literal("ready"), port: z.number().int().positive() });
const TOLD_LOG_CHARS = 500;

/** The folder of one embedded device. */
export interface DeviceFolder {
  readonly path: string;
  readonly dataPath: string;
  readonly authorizedKeysPath: string;
  /** Makes it, empty; answers the descriptor of the log, which the device writes itself and so outlives the server. */
  create(authorizedKey: string): number;
  writeRecord(record: DeviceRecord): void;
  /** undefined if there is none, or it was cut off while being written. */
  readRecord(): DeviceRecord | undefined;
  /** The port that the device announced in its log, once it has. */
  readReadyPort(): number | undefined;
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
  const logPath = path.join(folder, "device.log");
  return {
    path: folder,
    dataPath: path.join(folder, "data"),
    authorizedKeysPath,
    create(authorizedKey) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(path.join(folder, "data"), { recursive: true, mode: 0o700 });
      writeFileSync(authorizedKeysPath, `${authorizedKey}\n`, { mode: 0o600 });
      return openSync(logPath, "a", 0o600);
    },
    writeRecord(record) {
      writeFileSync(`${recordPath}.new`, JSON.stringify(record));
      renameSync(`${recordPath}.new`, recordPath);
    },
    readRecord() {
      const text = readIfThere(recordPath);
      return text === undefined ? undefined : DeviceRecord.safeParse(parseJson(text)).data;
    },
    readReadyPort() {
      for (const line of (readIfThere(logPath) ?? "").split("\n")) {
        const ready = ReadyLine.safeParse(parseJson(line));
        if (ready.success) return ready.data.port;
      }
      return undefined;
    },
    readLogEnd: () => (readIfThere(logPath) ?? "").trim().slice(-TOLD_LOG_CHARS),
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
