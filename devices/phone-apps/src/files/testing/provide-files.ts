import type { DeviceDriver } from "../../testing/device-driver.ts";
import { nowMs, provideDevice } from "../../testing/provide-device.ts";

export const FILES = "com.terrarium.files";

/** Provides a test file with one shared device with little storage, and helpers for its Files. */
export function provideFiles(started: (device: DeviceDriver) => void) {
  let device: DeviceDriver;
  provideDevice({ nowMs, storageBytes: 8 * 1024 ** 2 }, (own) => {
    device = own;
    started(own);
  });
  return {
    put: (path: string, content: string | Uint8Array = "text"): Promise<void> =>
      device.files.write(path, typeof content === "string" ? Buffer.from(content) : content, "replace"),
    /** Returns the names in a folder of the device. */
    inside: async (folder: string): Promise<string[]> =>
      (await device.files.list(folder)).map((entry) => entry.name).toSorted(),
    /** Returns the names on the screen. */
    entries: (): string[] =>
      device
        .controls()
        .filter((node) => node.id === `${FILES}:id/entry`)
        .map((node) => node.description),
    /** Opens the app in a folder of /sdcard. */
    async open(this: void, ...folders: string[]): Promise<void> {
      device.ui.activities.start(FILES);
      for (const folder of folders) {
        await device.shows(folder);
        device.tap(folder);
      }
    },
    view: (dataUri: string, mimeType?: string): boolean =>
      device.ui.activities.startIntent({
        packageName: FILES,
        action: "android.intent.action.VIEW",
        dataUri,
        ...(mimeType === undefined ? {} : { mimeType }),
      }),
  };
}
