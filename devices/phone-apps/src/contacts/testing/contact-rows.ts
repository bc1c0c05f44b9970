import type { DeviceDriver } from "../../testing/device-driver.ts";

const CONTACT_DATA = "content://com.android.contacts/data";

/** Creates a contact as other programs do. Returns its id. */
export function insertContact(
  device: DeviceDriver,
  contact: { name?: string; company?: string; phone?: string; email?: string; note?: string; starred?: boolean },
): string {
  const { content } = device.ui;
  const uri = content.insert("content://com.android.contacts/raw_contacts", { starred: contact.starred ? "1" : "0" });
  const id = uri.split("/").at(-1) ?? "";
  const rows = [
    ["name", contact.name],
    ["organization", contact.company],
    ["phone_v2", contact.phone],
    ["email_v2", contact.email],
    ["note", contact.note],
  ] as const;
  for (const [kind, data1] of rows) {
    if (data1 === undefined) continue;
    content.insert(CONTACT_DATA, { raw_contact_id: id, mimetype: `vnd.android.cursor.item/${kind}`, data1 });
  }
  return id;
}

/** Returns the values of a contact's rows of one kind, such as its numbers. */
export function contactValues(device: DeviceDriver, kind: string): (string | null | undefined)[] {
  const where = `mimetype='vnd.android.cursor.item/${kind}'`;
  return device.ui.content.query(CONTACT_DATA, { where }).map((row) => row.data1);
}
