import type { DeviceDriver } from "../../testing/device-driver.ts";
import { nowMs, provideDevice } from "../../testing/provide-device.ts";

export const MESSAGES = "com.terrarium.messages";
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Provides a test file with one shared device, and helpers for its Messages. */
export function provideMessages(started: (device: DeviceDriver) => void) {
  let device: DeviceDriver;
  provideDevice({ nowMs }, (own) => {
    device = own;
    started(own);
  });
  return {
    open: (): void => void device.ui.activities.start(MESSAGES),
    /** Returns these columns of the device's messages. */
    kept: (columns = ["address", "body"]) => device.ui.content.query("content://sms", { projection: columns }),
    writeTo: (address: string, more: Record<string, string> = {}, query = ""): void =>
      void device.ui.activities.startIntent({
        action: "android.intent.action.SENDTO",
        dataUri: `smsto:${encodeURIComponent(address)}${query}`,
        extras: more,
      }),
  };
}
