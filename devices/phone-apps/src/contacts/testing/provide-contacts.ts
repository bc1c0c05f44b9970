import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { DeviceDriver } from "../../testing/device-driver.ts";
import { provideDevice } from "../../testing/provide-device.ts";

export const CONTACTS = "com.terrarium.contacts";
export const PEOPLE = "content://com.android.contacts/contacts";
export const DATA = "content://com.android.contacts/data";

/** Provides a test file with one shared device, and helpers for its Contacts. */
export function provideContacts(started: (device: DeviceDriver) => void) {
  let device: DeviceDriver;
  provideDevice({}, (own) => {
    device = own;
    started(own);
  });
  const open = (): void => void device.ui.activities.start(CONTACTS);
  return {
    open,
    names: (): (string | null | undefined)[] => device.ui.content.query(PEOPLE).map((row) => row.display_name),
    /** Opens the form for a new contact and hides the keyboard. */
    openForm(this: void): void {
      open();
      device.tap("New contact");
      device.press(KEY_CODES.back);
    },
    /** Fills in the fields by their ids and hides the keyboard. */
    write(this: void, fields: Readonly<Record<string, string>>): void {
      for (const [id, text] of Object.entries(fields)) {
        device.fill(id, text);
        device.press(KEY_CODES.back);
      }
    },
  };
}
