/** What a device is made from. */
export interface DeviceSpec {
  sandboxId: string;
  /** Shown as the device's name. */
  name: string;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  /** The one ADB public key the device accepts, as adb writes it (adbkey.pub). */
  authorizedKey: string;
}

/** Where a device answers ADB. */
export interface DeviceAddress {
  host: string;
  port: number;
}

export type DeviceState = { state: "running"; address: DeviceAddress } | { state: "gone"; detail: string };

/**
 * Starts and ends devices; everything above works over ADB alone. A device outlives a server that is killed: `list`
 * finds it again. Every method may be called again after a failure, and `destroy` of an unknown device succeeds.
 */
export interface DeviceProvider {
  readonly name: string;
  /** Throws no_space while there is no room for one more device. */
  requireRoom(): Promise<void>;
  /** Resolves when the device answers ADB. Rejects with the cause, or no_space (and leaves nothing running) if it does not come up. */
  create(spec: DeviceSpec): Promise<DeviceAddress>;
  inspect(sandboxId: string): Promise<DeviceState>;
  /** Ends the device and removes what it stored. */
  destroy(sandboxId: string): Promise<void>;
  /** The sandbox ids of all devices that run, or of which something is left. */
  list(): Promise<string[]>;
  /**
   * Calls back when a device ends without `destroy`: with what the operator is told, and, if it was ended for what it
   * did, with what its users are told.
   */
  onExit(listener: (sandboxId: string, detail: string, words?: string) => void): void;
}
