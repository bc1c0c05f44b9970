import type { AttachedPhone } from "@terrarium/contract/template";
import type { DeviceAddress } from "../base/device-address.ts";
import type { PodOptions } from "./pod-options.ts";
import type { RedroidSettings } from "./redroid/settings.ts";

/** A sandbox with a shell and files alone, with a browser, or with a whole desktop. */
export const LINUX_KINDS = ["linux", "browser", "desktop"] as const;
export type LinuxKind = (typeof LINUX_KINDS)[number];

/** What a template says of its devices. */
export interface DeviceModel {
  /** Shown as the device's name. */
  name: string;
  /** What its container is made from; the provider's own image if it is not given. */
  image?: string | undefined;
  cpu: number;
  memoryMb: number;
  /** How many processes and threads its container may have, where there is a container. */
  maxProcesses?: number | undefined;
  /** What of a Linux machine it has; a phone if it is not given. */
  kind?: LinuxKind | undefined;
  /** Given if its image is one of redroid: Android itself, in a container. */
  redroid?: RedroidSettings | undefined;
  /** How its Pod is placed and its image pulled, where there is a Pod. */
  pod?: PodOptions | undefined;
  /** Which of the attached phones are of it, by serial or host:port; those that no template names if it is not given. */
  phones?: readonly string[] | undefined;
  widthPx: number;
  heightPx: number;
  densityDpi: number;
}

/** What a device is made from. */
export interface DeviceSpec extends DeviceModel {
  sandboxId: string;
  /** The one ADB public key the device accepts, as adb writes it (adbkey.pub). */
  authorizedKey: string;
  /** PKCS#8 PEM of the same key. */
  adbPrivateKeyPem: string;
}

/** A device that answers ADB. */
export interface CreatedDevice {
  address: DeviceAddress;
  /** What it has, whatever its template says. */
  screen: { widthPx: number; heightPx: number };
  /** Its release of Android, where its template does not say it; which Linux it is (such as debian-12), where the provider knows. */
  osVersion?: string | undefined;
  /** PKCS#8 PEM of the key that it accepts, if it keeps its own in place of the one of its `DeviceSpec`. */
  adbPrivateKeyPem?: string;
}

/** A device that was stopped, to be started again. */
export interface StoppedDeviceSpec extends DeviceModel {
  sandboxId: string;
}

/** Stops devices, and starts them again with all that they stored and the keys that they accept. */
export interface DeviceStops {
  /** Resolves when it does not run, as is nothing new to one that was stopped. `onExit` does not tell of it. */
  stop(sandboxId: string): Promise<void>;
  /**
   * Resolves when the device answers ADB again. Rejects with the cause if it does not come up; it may run then, and is
   * the caller's to stop, unless another server has stopped or started it since.
   */
  start(spec: StoppedDeviceSpec): Promise<Pick<CreatedDevice, "address">>;
}

export type DeviceState = { state: "running"; address: DeviceAddress } | { state: "gone"; detail: string };

/** A device that runs, or of which something is left. */
export interface ListedDevice {
  sandboxId: string;
  /** Epoch milliseconds by the clock of where it runs; 0 if it cannot be told any more. */
  startedAt: number;
}

/** Called with what the operator is told and, if a device was ended for what it did, with what its users are told. */
export type ExitListener = (sandboxId: string, detail: string, words?: string) => void;

/** A sandbox, and the name of the provider that has its device. */
export interface ProvidedSandbox {
  id: string;
  provider: string;
}

/**
 * Starts and ends devices; everything above works over ADB alone. A device outlives a server that is killed: `list`
 * finds it again. Every method may be called again after a failure, and `destroy` of an unknown device succeeds.
 * Each throws provider_unavailable while the engine below cannot be reached: then nothing is known of its devices.
 */
export interface DeviceProvider {
  /** By which templates and sandboxes name it. */
  readonly name: string;
  /** Whether its devices outlive a server that ends in order too, and are seen by every server that is configured alike. */
  readonly shared: boolean;
  /** A text: why its devices cannot be stopped and started again, which begins small. */
  readonly stops: DeviceStops | string;
  /** Throws no_space while there is no room for one more device. */
  requireRoom(): Promise<void>;
  /**
   * Why no device can be made of this now, in sentences that begin small; empty if nothing is known to be missing. Is
   * asked whenever templates are listed, so what takes long to find out is remembered. Without it nothing ever is.
   */
  missingFor?(model: DeviceModel): Promise<readonly string[]>;
  /** The phones of which it leases one to each device of this, where they are attached. */
  phonesOf?(model: DeviceModel): Promise<readonly AttachedPhone[]>;
  /**
   * Resolves when the device answers ADB, by a packet of its own: a port may take connections long before. Rejects with
   * the cause, or no_space (and leaves nothing running) if it does not come up.
   */
  create(spec: DeviceSpec): Promise<CreatedDevice>;
  inspect(sandboxId: string): Promise<DeviceState>;
  /** Ends the device and removes what it stored, whether it runs or is stopped. */
  destroy(sandboxId: string): Promise<void>;
  /** All devices of this installation, stopped ones too, and of no other that uses the same engine. */
  list(): Promise<ListedDevice[]>;
  /**
   * Calls back when a device ends without `destroy`, at most 2 s later; at once after an engine came back. A thing that is
   * attached has time to restart before it counts as ended.
   */
  onExit(listener: ExitListener): void;
  /**
   * Calls back while a device runs whose files can no longer be changed. The device is to be stopped, which keeps its
   * files. Providers of devices without `stops` have none of it.
   */
  onStranded?(listener: ExitListener): void;
  /** Lets go of the engine; devices go on. */
  close(): Promise<void>;
}
