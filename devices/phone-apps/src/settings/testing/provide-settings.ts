import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { textsIn } from "@terrarium/phone-ui/testing/screen-driver";
import type { DeviceDriver } from "../../testing/device-driver.ts";
import { nowMs, provideDevice } from "../../testing/provide-device.ts";

export const APP = "com.terrarium.settings";
export const NOTES = "com.terrarium.notes";

/** Provides a test file with one shared device, and helpers for its Settings. */
export function provideSettings(started: (device: DeviceDriver) => void) {
  let device: DeviceDriver;
  provideDevice({ nowMs }, (own) => {
    device = own;
    started(own);
  });
  /** Scrolls down until the control with this id is on the screen. */
  function reach(id: string): HierarchyNode {
    for (let page = 0; page < 10 && !device.hasControl(id); page++) device.press(KEY_CODES.pageDown);
    return device.control(id);
  }
  return {
    reach,
    /** Returns the text below a row's title. */
    subtitle: (id: string): string => textsIn(reach(id)).at(1) ?? "",
    /** Opens a page by its Android action. */
    openPage: (action: string, dataUri?: string): void =>
      void device.ui.activities.startIntent({
        action: `android.settings.${action}`,
        ...(dataUri === undefined ? {} : { dataUri }),
      }),
    value: (namespace: SettingNamespace, key: string): string | undefined => device.ui.settings.get(namespace, key),
  };
}
