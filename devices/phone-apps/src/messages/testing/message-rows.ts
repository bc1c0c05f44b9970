import type { DeviceDriver } from "../../testing/device-driver.ts";

/** Inserts a message into the inbox or another box. */
export function insertMessage(
  device: DeviceDriver,
  message: { address: string; body: string; dateMs?: number; read?: boolean; box?: string },
): void {
  const { address, body, dateMs, read, box = "inbox" } = message;
  device.ui.content.insert(`content://sms/${box}`, {
    address,
    body,
    ...(dateMs === undefined ? {} : { date: String(dateMs) }),
    ...(read === undefined ? {} : { read: read ? "1" : "0" }),
  });
}
