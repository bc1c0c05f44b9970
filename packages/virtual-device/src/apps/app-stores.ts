import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import type { SystemServices } from "../ui/system/services.ts";
import { clockPackage, ClockStore } from "./clock/clock-store.ts";
import { createContactsProvider, createLegacyContactsProvider } from "./contacts/contacts-provider.ts";
import { ContactsStore } from "./contacts/contacts-store.ts";
import { MessagesStore } from "./messages/messages-store.ts";
import { createSmsProvider } from "./messages/sms-provider.ts";

/** Data that more than one program of the device works on; they are read when first asked for. */
interface AppStores {
  contacts: ContactsStore;
  messages: MessagesStore;
  clock: ClockStore;
  /** The same data by URI, for the `content` command. */
  content: ContentResolver;
}

const storesOfSystem = new WeakMap<object, AppStores>();

/** The one set of stores of a system. */
export function appStores(system: Pick<SystemServices, "dataDir" | "log" | "clock">): AppStores {
  let stores = storesOfSystem.get(system);
  if (!stores) {
    const contacts = new ContactsStore(system.dataDir, system.log);
    const messages = new MessagesStore(system.dataDir, system.log);
    const clock = new ClockStore(system.dataDir, system.log);
    const content = new ContentResolver([
      createContactsProvider(contacts),
      createLegacyContactsProvider(contacts),
      createSmsProvider(messages, system.clock),
    ]);
    stores = { contacts, messages, clock, content };
    storesOfSystem.set(system, stores);
  }
  return stores;
}

/** What is held in memory beside the files, by the package it belongs to. */
const tables: Readonly<Record<string, string>> = {
  "com.terrarium.contacts": "content://com.android.contacts/raw_contacts",
  "com.terrarium.messages": "content://sms",
};

/** Removes all that an app keeps. The app must not be running. */
export async function clearAppData(
  system: Pick<SystemServices, "dataDir" | "log" | "clock">,
  packageName: string,
): Promise<void> {
  const table = tables[packageName];
  if (table !== undefined) appStores(system).content.delete(table);
  if (packageName === clockPackage) appStores(system).clock.forget();
  await rm(join(system.dataDir, "apps", packageName), { recursive: true, force: true });
}
