import { deviceArguments } from "../device-program.ts";
import { deviceEnvironment } from "./device-environment.ts";
import type { DeviceKind } from "./device-kind.ts";
import { dataFolder } from "./device-process.ts";

const MEGABYTE = 1024 ** 2;
/** What a device may use for the moment until the watch sees it; then the kernel ends it. */
const MEMORY_BURST = 1.5;
/** Processes and threads: a device is one process of some twenty threads, and one more for each of its shells. */
const MAX_TASKS = 1_024;

export interface PhoneSettings {
  /** The virtual device program, run under this server's own Node. */
  program: string;
  /** How far its apps may reach. */
  egress: string;
  /** Where its time of day stands still; it goes if there is none. */
  clock: string | undefined;
  /** How much it may store. */
  storageMb: number;
  /** How much memory of its own it may use before it is ended. */
  memoryMb: number;
}

/** The virtual phone: one process, which trusts nothing that it is told and runs no program of others. */
export function phoneKind({ program, egress, clock, storageMb, memoryMb }: PhoneSettings): DeviceKind {
  return {
    standbyKey: () => "phone",
    // Files count as memory where the disk is one.
    limits: () => ({ memoryBytes: (MEMORY_BURST * memoryMb + storageMb) * MEGABYTE, maxTasks: MAX_TASKS }),
    watch: { memoryMb: () => memoryMb, whenBounded: true },
    listensAtFile: false,
    furnish: async () => undefined,
    options: async (folder, model) =>
      deviceArguments(model, {
        port: 0,
        dataPath: folder.dataPath,
        keysPath: folder.authorizedKeysPath,
        egress,
        clock,
        storageMb,
      }),
    standbyOptions: (folder) => ["--standby", dataFolder(folder)],
    command: async (_folder, _model, args) => ({
      argv: [process.execPath, program, ...args],
      env: deviceEnvironment(),
    }),
    osVersion: () => undefined,
    missing: async () => [],
  };
}
