import { ContentResolver } from "../system/content/content-resolver.ts";
import type { SystemServices } from "../ui/system/services.ts";
import { createContactsProvider } from "./contacts/contacts-provider.ts";
import { ContactsStore } from "./contacts/contacts-store.ts";
import { MessagesStore } from "./messages/messages-store.ts";
import { createSmsProvider } from "./messages/sms-provider.ts";

/** Data that more than one program of the device works on; they are read when first asked for. */
interface AppStores {
  contacts: ContactsStore;
  messages: MessagesStore;
  /** The same data by URI, for the `content` command. */
  content: ContentResolver;
}

const storesOfSystem = new WeakMap<object, AppStores>();

/** The one set of stores of a system. */
export function appStores(system: Pick<SystemServices, "dataDir" | "log">): AppStores {
  let stores = storesOfSystem.get(system);
  if (!stores) {
    const contacts = new ContactsStore(system.dataDir, system.log);
    const messages = new MessagesStore(system.dataDir, system.log);
    const content = new ContentResolver([createContactsProvider(contacts), createSmsProvider(messages)]);
    stores = { contacts, messages, content };
    storesOfSystem.set(system, stores);
  }
  return stores;
}
