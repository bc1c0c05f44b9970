import type { Adb } from "@yume-chan/adb";
import type { DeviceShare } from "./device-turns.ts";

/** An open ADB connection to a device. */
export interface AdbConnection {
  readonly adb: Adb;
  /** The device's share of the event loop, charged for the content of its answers. */
  readonly share: DeviceShare;
  /** Resolves with the cause when the connection has ended, on either side. */
  readonly closed: Promise<string>;
  close(): void;
}
