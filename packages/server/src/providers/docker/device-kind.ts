import type { DeviceModel } from "../provider.ts";
import type { ContainerSettings } from "./container-settings.ts";

/** What stands in a container. All that is particular of a kind of device is in here. */
export interface DeviceKind {
  /** What `POST /containers/create` takes beside what is alike in all containers. */
  container(model: DeviceModel, settings: ContainerSettings): { top: object; host: object; maxProcesses: number };
  /** How large its volume may become, where volumes can have a size. */
  storageMb(model: DeviceModel, settings: ContainerSettings): number;
  /** Whether its ADB asks for the key of its sandbox; else it lets in whoever reaches its port. */
  asksForKey: boolean;
  /** How long one may take to start. */
  readyTimeoutMs(model: DeviceModel): number;
  /** Resolves when it has booted, or with false if it does not in time. `run` runs a command in its container. */
  untilBooted(
    run: (command: readonly string[]) => Promise<string>,
    model: DeviceModel,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** What is run in a container of its image to find out what the engine's machine lacks, if there is anything to. */
  machineCheck?: { command: readonly string[]; missing(printed: string, model: DeviceModel): string[] };
}
