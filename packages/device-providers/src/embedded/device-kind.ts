import type { DeviceModel } from "../provider.ts";
import type { GroupLimits } from "./control-groups.ts";
import type { DeviceFolder } from "./device-folder.ts";

/** A program, its arguments, and its whole environment. */
export interface Command {
  argv: readonly [program: string, ...args: string[]];
  env: NodeJS.ProcessEnv;
}

/** Program of an embedded device. Contains everything that is specific to one kind of device. */
export interface DeviceKind {
  /** Returns a key of models; a standby device can serve every model with an equal key. */
  standbyKey(model: DeviceModel): string;
  /** Returns the kernel's limits, for machines with control groups. */
  limits(model: DeviceModel): GroupLimits;
  /**
   * Memory limit at which the device is killed. It is watched if nothing else limits memory, or always (`whenBounded`).
   */
  watch: { memoryMb(model: DeviceModel): number; whenBounded: boolean };
  /** Whether it receives a server that listens at a socket file. Otherwise it listens on loopback itself. */
  listensAtFile: boolean;
  /** Prepares a new folder before a program runs in it. */
  furnish(folder: string, model: DeviceModel): Promise<void>;
  /**
   * Returns the program's arguments for a device. `standbyOptions`: for a standby device, which receives them later.
   */
  options(folder: DeviceFolder, model: DeviceModel): Promise<string[]>;
  standbyOptions(folder: string, model: DeviceModel): string[];
  /** Returns the command that runs the program in a folder, including its isolation. */
  command(folder: string, model: DeviceModel, args: readonly string[]): Promise<Command>;
  /** Returns the Linux version, such as debian-12; undefined for a phone. */
  osVersion(): string | undefined;
  /** Resolves with the reasons why this machine cannot run the model, in sentences without a capital. */
  missing(model: DeviceModel): Promise<readonly string[]>;
}
