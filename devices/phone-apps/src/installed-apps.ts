import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import type { InstalledApps } from "@terrarium/phone-ui/services/app";
import { APPS } from "./apps.ts";
import { CLOCK_PACKAGE, clockStore } from "./clock/clock-store.ts";
import { createContactsProvider, createLegacyContactsProvider } from "./contacts/contacts-provider.ts";
import { contactsStore } from "./contacts/contacts-store.ts";
import { messagesStore } from "./messages/messages-store.ts";
import { createSmsProvider } from "./messages/sms-provider.ts";
import { perSystem } from "./per-system.ts";

/** Content URIs of data that apps hold in memory besides their files, by package. */
const TABLES: Readonly<Record<string, string>> = {
  "com.terrarium.contacts": "content://com.android.contacts/raw_contacts",
  "com.terrarium.messages": "content://sms",
};

const contentOf = perSystem((storage) => {
  const contacts = contactsStore(storage);
  return new ContentResolver([
    createContactsProvider(contacts),
    createLegacyContactsProvider(contacts),
    createSmsProvider(messagesStore(storage), storage.clock),
  ]);
});

/** The phone's apps and their stored data. */
export const installedApps: InstalledApps = {
  apps: APPS,
  contentOf,
  async clearData(storage, packageName) {
    const table = TABLES[packageName];
    if (table !== undefined) contentOf(storage).delete(table);
    if (packageName === CLOCK_PACKAGE) clockStore(storage).forget();
    await rm(join(storage.dataDir, "apps", packageName), { recursive: true, force: true });
  },
};
