import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { freemem } from "node:os";
import path from "node:path";
import { dataFolder, startDeviceProcess, type DeviceProcess } from "./device-process.ts";

/** A device that waits for its options. */
export interface Standby {
  process: DeviceProcess;
  /** Its working folder with its log, to become the device's. */
  folder: string;
}

export interface StandbyPool {
  /** A device in standby, if there is one; it is the caller's from then on. */
  take(): Standby | undefined;
  /** Starts what is missing, a little later: whoever just started a device needs the processor more. */
  fillSoon(): void;
}

export interface StandbyPoolOptions {
  root: string;
  program: string;
  size: number;
}

/** No sandbox's id begins so. */
const FOLDER_PREFIX = ".standby-";
const FILL_DELAY_MS = 1_000;
/** With less left, what is there goes to devices that somebody uses. */
const FREE_MEMORY_BYTES = 1024 ** 3;

/**
 * Keeps devices that have started but do not yet know which device they are: they take a fraction of the time to be
 * ready. They live only while this server holds the channel to them, so they end with it, however it ends.
 */
export function createStandbyPool({ root, program, size }: StandbyPoolOptions): StandbyPool {
  for (const name of readdirSync(root)) if (isStandbyFolder(name)) remove(path.join(root, name));
  const waiting: Standby[] = [];
  let timer: NodeJS.Timeout | undefined;
  let starting = false;

  async function fill(): Promise<void> {
    if (starting) return;
    starting = true;
    while (waiting.length < size && freemem() > FREE_MEMORY_BYTES) {
      const standby = await start(root, program);
      if (!standby) break;
      waiting.push(standby);
      void removeWhenEnded(standby);
    }
    starting = false;
  }

  /** One that ends without having been taken leaves nothing. */
  async function removeWhenEnded(standby: Standby): Promise<void> {
    await standby.process.exited;
    const index = waiting.indexOf(standby);
    if (index < 0) return;
    waiting.splice(index, 1);
    remove(standby.folder);
  }

  return {
    take: () => waiting.shift(),
    fillSoon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        void fill();
      }, FILL_DELAY_MS).unref();
    },
  };
}

export function isStandbyFolder(name: string): boolean {
  return name.startsWith(FOLDER_PREFIX);
}

/** Undefined if the program ends instead of waiting: then there is no use in trying again at once. */
async function start(root: string, program: string): Promise<Standby | undefined> {
  const folder = path.join(root, FOLDER_PREFIX + randomUUID());
  mkdirSync(folder, { mode: 0o700 });
  const process = startDeviceProcess(program, folder, ["--standby", dataFolder(folder)]);
  const waits = await Promise.race([process.inStandby.then(() => true), process.exited.then(() => false)]);
  if (waits) return { process, folder };
  remove(folder);
  return undefined;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
