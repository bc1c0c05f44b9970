import type { DeviceModel } from "./provider.ts";

/** Makes the kernel kill a device before the server and the engine when memory runs out (proc(5), oom_score_adj). */
export const OOM_SCORE = 500;
/** Limit of open files of a device. An idle device has some thirty open, and its clients open more. */
export const OPEN_FILES = 2_048;
/** Timeout of a device start. */
export const READY_TIMEOUT_MS = 30_000;
/**
 * Timeout of a standby device. It needs a hundredth of that; the limit keeps a frozen device from delaying its sandbox.
 */
export const STANDBY_READY_TIMEOUT_MS = 3_000;
/** User-visible reason for a device that exceeded its memory limit. */
export const TOO_MUCH_MEMORY = "its device exceeded its memory limit";
/** User-visible reason for a sandbox that exceeded its storage limit. */
export const TOO_MUCH_STORED = "its device exceeded its storage limit";
/** User-visible reason for a sandbox that was stopped because its home failed. */
export const HOME_READ_ONLY = "an error made its files read-only, so it was stopped";

interface DeviceOptions {
  /** Address to listen on. Default: loopback. */
  host?: string;
  port: number;
  dataPath: string;
  keysPath: string;
  /** Addresses that its apps may reach. */
  egress: string;
  /** Fixed time of day; undefined: the clock runs. */
  clock: string | undefined;
  storageMb: number;
  /** Encoder of the screen; undefined: the device chooses. */
  screenEncoder: string | undefined;
}

/** Returns the reason why a device of the model cannot have an origin; undefined if it can. */
export function originProblem({ kind, redroid }: DeviceModel): string | undefined {
  if (kind !== undefined) return "a Linux box runs real programs by its machine's time";
  return redroid && "real Android has its own clock and random values";
}

/** Returns the arguments of the virtual device's program. */
export function deviceArguments(model: DeviceModel, options: DeviceOptions): string[] {
  const { host, port, dataPath, keysPath, egress, clock, storageMb, screenEncoder } = options;
  const { seed, clock: own } = model.origin ?? {};
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
    ...(own && { clock: new Date(own.startMs).toISOString(), "clock-speed": own.speed }),
    ...(screenEncoder !== undefined && { "screen-encoder": screenEncoder }),
  };
  const args = Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]);
  // A seed may begin with a dash.
  return seed === undefined ? args : [...args, `--seed=${seed}`];
}
