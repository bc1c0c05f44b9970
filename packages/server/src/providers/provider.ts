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
  /** Resolves when the device answers ADB. Rejects with the cause (and leaves nothing running) if it does not come up. */
  create(spec: DeviceSpec): Promise<DeviceAddress>;
  inspect(sandboxId: string): Promise<DeviceState>;
  /** Ends the device and removes what it stored. */
  destroy(sandboxId: string): Promise<void>;
  /** The sandbox ids of all devices that run, or of which something is left. */
  list(): Promise<string[]>;
  /** Calls back when a device ends by itself. */
  onExit(listener: (sandboxId: string, detail: string) => void): void;
}
