import type { AttachedPhone } from "@terrarium/contract/template";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { PodOptions } from "./pod-options.ts";
import type { RedroidSettings } from "./redroid/settings.ts";

/** Kinds of Linux sandboxes: with only a shell and files, with a browser, or with a desktop. */
export const LINUX_KINDS = ["linux", "browser", "desktop"] as const;
export type LinuxKind = (typeof LINUX_KINDS)[number];

/** Seed and clock of a phone. They are set by its first start, and stored with its data. */
export interface DeviceOrigin {
  /** Random values follow from it. Default: they are unpredictable. */
  seed?: string | undefined;
  /** Time at its first start, and speed as a multiple of the real one. Default: the real time. */
  clock?: { startMs: number; speed: number } | undefined;
}

/** Device properties of a template. */
export interface DeviceModel {
  /** The device's display name. */
  name: string;
  /** Container image. Default: the provider's own image. */
  image?: string | undefined;
  cpu: number;
  memoryMb: number;
  /** Limit of processes and threads of its container, if there is a container. */
  maxProcesses?: number | undefined;
  /** Kind of Linux sandbox. Default: a phone. */
  kind?: LinuxKind | undefined;
  /** Settings of redroid (Android in a container), if its image is one. */
  redroid?: RedroidSettings | undefined;
  /** Placement and image pull of its Pod, if there is a Pod. */
  pod?: PodOptions | undefined;
  /** Attached phones of the template, by serial or host:port. Default: those that no template names. */
  phones?: readonly string[] | undefined;
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  /** Set only for a new device. */
  origin?: DeviceOrigin | undefined;
}

/** Settings of a new device. */
export interface DeviceSpec extends DeviceModel {
  sandboxId: string;
  /** The only ADB public key that the device accepts, in adb's format (adbkey.pub). */
  authorizedKey: string;
  /** PKCS#8 PEM of the same key. */
  adbPrivateKeyPem: string;
}

/** A device that answers ADB. */
export interface CreatedDevice {
  address: DeviceAddress;
  /** Actual screen size, which may differ from the template's. */
  screen: { widthPx: number; heightPx: number };
  /**
   * Android release, if the template does not name it, or Linux version (such as debian-12), if the provider knows it.
   */
  osVersion?: string | undefined;
  /** PKCS#8 PEM of the key that it accepts, if it does not use the key of its `DeviceSpec`. */
  adbPrivateKeyPem?: string;
}

/** A stopped device that is about to start. */
export interface StoppedDeviceSpec extends DeviceModel {
  sandboxId: string;
}

/** Stops devices, and starts them again with their stored data and accepted keys. */
export interface DeviceStops {
  /** Resolves when the device does not run, also if it was already stopped. `onExit` does not report it. */
  stop(sandboxId: string): Promise<void>;
  /**
   * Resolves when the device answers ADB again. Rejects with the cause if it does not. It may run then; the caller
   * stops it, unless another server has stopped or started it since.
   */
  start(spec: StoppedDeviceSpec): Promise<Pick<CreatedDevice, "address">>;
}

export type DeviceState = { state: "running"; address: DeviceAddress } | { state: "gone"; detail: string };

/** What a running device uses. Totals grow while it runs and may start again from 0. */
export interface DeviceUse {
  /** Total processor time. */
  cpuSeconds: number;
  memoryBytes: number;
  /** Undefined: not measured. */
  diskBytes?: number | undefined;
  /** Total traffic with the network. Undefined: not measured. */
  network?: { receivedBytes: number; sentBytes: number } | undefined;
}

/** A device that runs or has left data. */
export interface ListedDevice {
  sandboxId: string;
  /** Epoch milliseconds by the clock of the device's machine; 0 if unknown. */
  startedAt: number;
}

/** Called with the operator's reason and, if a device was ended for its behaviour, the users' reason. */
export type ExitListener = (sandboxId: string, detail: string, words?: string) => void;

/** A sandbox, and the name of its device's provider. */
export interface ProvidedSandbox {
  id: string;
  provider: string;
}

/**
 * Starts and ends devices; all other code uses only ADB. A device outlives a killed server: `list` finds it again.
 * Every method may be called again after a failure, and `destroy` of an unknown device succeeds. Each method throws
 * provider_unavailable while its engine is unreachable; the state of devices is unknown then.
 */
export interface DeviceProvider {
  /** Name in templates and sandboxes. */
  readonly name: string;
  /**
   * Whether devices also outlive a server's regular shutdown, and every server with the same configuration sees them.
   */
  readonly shared: boolean;
  /**
   * Returns the reason why devices of the model cannot have an origin, without a capital; undefined if they can. Without
   * this method none can.
   */
  originProblem?(model: DeviceModel): string | undefined;
  /** A string: the reason why devices cannot be stopped and started again, without a capital. */
  readonly stops: DeviceStops | string;
  /** Throws no_space while there is no room for another device. */
  requireRoom(): Promise<void>;
  /**
   * Resolves with the reasons why the model cannot start a device now, in sentences without a capital. Empty if nothing
   * is known to be missing. Called for each listing of templates, so slow checks are cached. Without this method
   * nothing is ever missing.
   */
  missingFor?(model: DeviceModel): Promise<readonly string[]>;
  /** Lists the attached phones from which devices of the model are leased. */
  phonesOf?(model: DeviceModel): Promise<readonly AttachedPhone[]>;
  /**
   * Resolves when the device answers ADB with a packet, since a port may accept connections long before. Rejects with
   * the cause, or no_space, if it does not start; then nothing is left running.
   */
  create(spec: DeviceSpec): Promise<CreatedDevice>;
  inspect(sandboxId: string): Promise<DeviceState>;
  /**
   * Measures a device; undefined if it does not run. The cost grows with its processes at most, and does not block the
   * event loop. Providers without this method cannot measure.
   */
  measure?(sandboxId: string): Promise<DeviceUse | undefined>;
  /** Ends the device and removes its stored data, whether it runs or is stopped. */
  destroy(sandboxId: string): Promise<void>;
  /**
   * Lists all devices of this installation, including stopped ones, and none of other installations on the same engine.
   */
  list(): Promise<ListedDevice[]>;
  /**
   * Calls back when a device ends without `destroy`, at most 2 s later, or at once after an engine came back. An
   * attached phone has time to restart before it counts as ended.
   */
  onExit(listener: ExitListener): void;
  /**
   * Calls back while a running device's files are read-only. The caller stops the device, which keeps its files.
   * Providers without `stops` do not implement this.
   */
  onStranded?(listener: ExitListener): void;
  /** Closes the connection to the engine; devices continue. */
  close(): Promise<void>;
}
