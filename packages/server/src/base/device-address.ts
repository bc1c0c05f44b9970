/** Where a device answers ADB. */
export interface DeviceAddress {
  host: string;
  port: number;
  /** Given if an adb server listens there, to which the device of this serial is attached; else the device itself does. */
  serial?: string;
}
