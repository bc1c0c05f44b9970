import type { DeviceModel } from "../provider.ts";
import type { ContainerSettings } from "./container-settings.ts";
import type { Grounds } from "./grounds.ts";

/** A file in a device's volume. */
interface VolumeFile {
  name: string;
  uid: number;
  mode: number;
}

/** Content of a container. Contains everything that is specific to one kind of device. */
export interface DeviceKind {
  /** Returns the fields of `POST /containers/create` that differ between kinds. */
  container(model: DeviceModel, settings: ContainerSettings): { top: object; host: object; maxProcesses: number };
  /** The network that it joins. */
  network: keyof Grounds["networks"];
  /** Mount point of its volume. */
  volumePath: string;
  /** Returns the maximum size of its volume, if the engine supports volume sizes. */
  storageMb(model: DeviceModel, settings: ContainerSettings): number;
  /**
   * File of the sandbox's public key, read at each connection. Undefined: ADB accepts every client that reaches its
   * port.
   */
  key: VolumeFile | undefined;
  /**
   * File with the address of the egress proxy in JSON, in case the address has changed since the container was created.
   * Read at the start.
   */
  egressProxy?: VolumeFile;
  /** Returns the reasons why the engine's settings do not fit, in sentences without a capital. */
  unfit(settings: ContainerSettings): string[];
  /** Returns the timeout of a start. */
  readyTimeoutMs(model: DeviceModel): number;
  /** Resolves with true when it has booted, or with false at the timeout. `run` runs a command in the container. */
  untilBooted(
    run: (command: readonly string[]) => Promise<string>,
    model: DeviceModel,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Command that runs in a container of the image to detect missing features of the engine's machine. */
  machineCheck?: { command: readonly string[]; missing(printed: string, model: DeviceModel): string[] };
}
