import type { DeviceDriver } from "./device-driver.ts";
import { nowMs, provideDevice } from "./provide-device.ts";

export const messages = "com.terrarium.messages";
export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** Provides a test file with one shared device, and helpers for its Messages. */
export function provideMessages(started: (device: DeviceDriver) => void) {
  let device: DeviceDriver;
  provideDevice({ nowMs }, (own) => {
    device = own;
    started(own);
  });
  return {
    open: (): void => void device.ui.activities.start(messages),
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
