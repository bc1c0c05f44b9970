import { deviceArguments } from "../device-program.ts";
import { deviceEnvironment } from "./device-environment.ts";
import { dataFolder } from "./device-folder.ts";
import type { DeviceKind } from "./device-kind.ts";

const MEGABYTE = 1024 ** 2;
/** Factor above the limit at which the kernel kills the device, in case the watch has not seen it yet. */
const MEMORY_BURST = 1.5;
/**
 * Limit of processes and threads. A device is one process of some twenty threads, and one more for each of its shells.
 */
const MAX_TASKS = 1_024;

export interface PhoneSettings {
  /** The virtual device program, run with this server's own Node. */
  program: string;
  /** Addresses that its apps may reach. */
  egress: string;
  /** Fixed time of day; undefined: the clock runs. */
  clock: string | undefined;
  /** Storage limit in MB. */
  storageMb: number;
  /** Encoder of the screen; undefined: the device chooses. */
  screenEncoder: string | undefined;
  /** Memory limit in MB, above which it is killed. */
  memoryMb: number;
}

/** The virtual phone: one process that validates all input and runs no foreign programs. */
export function phoneKind({ program, egress, clock, storageMb, screenEncoder, memoryMb }: PhoneSettings): DeviceKind {
  return {
    standbyKey: () => "phone",
    // Files count as memory if the disk is in memory.
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
        screenEncoder,
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
