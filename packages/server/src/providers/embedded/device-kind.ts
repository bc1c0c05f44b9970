import type { DeviceModel } from "../provider.ts";
import type { GroupLimits } from "./control-groups.ts";
import type { DeviceFolder } from "./device-folder.ts";

/** A program, its arguments, and its whole environment. */
export interface Command {
  argv: readonly [program: string, ...args: string[]];
  env: NodeJS.ProcessEnv;
}

/** What runs as an embedded device. All that is particular of a kind of device is in here. */
export interface DeviceKind {
  /** One in standby can become a device of every model for which this is the same. */
  standbyKey(model: DeviceModel): string;
  /** What the kernel lets it have, where there are control groups. */
  limits(model: DeviceModel): GroupLimits;
  /** How much memory it may use before it is ended: watched where nothing else bounds it, or always. */
  watch: { memoryMb(model: DeviceModel): number; whenBounded: boolean };
  /** Whether it is handed a server that listens at a socket file; else it listens itself, on loopback. */
  listensAtFile: boolean;
  /** Makes what a new folder needs before anything runs in it. */
  furnish(folder: string, model: DeviceModel): Promise<void>;
  /** The program's arguments for a device, or for one that waits to be told them. */
  options(folder: DeviceFolder, model: DeviceModel): Promise<string[]>;
  standbyOptions(folder: string, model: DeviceModel): string[];
  /** What runs the program with these arguments in a folder, within whatever keeps it apart. */
  command(folder: string, model: DeviceModel, args: readonly string[]): Promise<Command>;
  /** Which Linux it is, such as debian-12; undefined for a phone. */
  osVersion(): string | undefined;
  /** Why none can be made here, in sentences that begin small. */
  missing(model: DeviceModel): Promise<readonly string[]>;
}
