import type { DeviceModel } from "../provider.ts";
import type { ContainerSettings } from "./container-settings.ts";
import type { Grounds } from "./grounds.ts";

/** A file in a device's volume. */
interface VolumeFile {
  name: string;
  uid: number;
  mode: number;
}

/** What stands in a container. All that is particular of a kind of device is in here. */
export interface DeviceKind {
  /** What `POST /containers/create` takes beside what is alike in all containers. */
  container(model: DeviceModel, settings: ContainerSettings): { top: object; host: object; maxProcesses: number };
  /** In which of the networks it is. */
  network: keyof Grounds["networks"];
  /** Where its volume is. */
  volumePath: string;
  /** How large its volume may become, where volumes can have a size. */
  storageMb(model: DeviceModel, settings: ContainerSettings): number;
  /** With the key of its sandbox, read anew for each connection; undefined: its ADB lets in whoever reaches its port. */
  key: VolumeFile | undefined;
  /** Says, in JSON, where its way out is, if that is no longer where its container was told; read when it starts. */
  gate?: VolumeFile;
  /** What of its engine does not fit it, in sentences that begin small. */
  unfit(settings: ContainerSettings): string[];
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
