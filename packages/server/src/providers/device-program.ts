import type { DeviceModel } from "./provider.ts";

/** Where memory runs out, the kernel is to take a device before the server and the engine (proc(5), oom_score_adj). */
export const OOM_SCORE = 500;
/** What a device has open at once: some thirty when idle, and what its clients open. */
export const OPEN_FILES = 2_048;
/** How long one may take to start. */
export const READY_TIMEOUT_MS = 30_000;
/** One in standby is ready in a hundredth of that; a frozen one must not keep its sandbox waiting for longer. */
export const STANDBY_READY_TIMEOUT_MS = 3_000;
/** What users are told of a device that was ended for its memory. */
export const TOO_MUCH_MEMORY = "its device used more memory than it may";
/** What users are told of a sandbox that was ended for what it stored. */
export const TOO_MUCH_STORED = "its device stored more than it may";
/** Why a sandbox with a failed home is stopped, as its users are told. */
export const HOME_READ_ONLY = "an error made its files read-only, so it was stopped";

interface DeviceOptions {
  /** Where it listens; loopback if it is not given. */
  host?: string;
  port: number;
  dataPath: string;
  keysPath: string;
  /** How far its apps may reach. */
  egress: string;
  /** Where its time of day stands still; it goes if there is none. */
  clock: string | undefined;
  storageMb: number;
}

/** The arguments of the virtual device's program. */
export function deviceArguments(model: DeviceModel, options: DeviceOptions): string[] {
  const { host, port, dataPath, keysPath, egress, clock, storageMb } = options;
  const named = {
    ...(host !== undefined && { host }),
    port,
    data: dataPath,
    "authorized-keys": keysPath,
    width: model.widthPx,
    height: model.heightPx,
    density: model.densityDpi,
    name: model.name,
    egress,
    "storage-mb": storageMb,
    ...(clock !== undefined && { clock }),
  };
  return Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]);
}
