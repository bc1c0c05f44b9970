import { mdiAccount } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { createContactsProvider, createLegacyContactsProvider } from "./contacts-provider.ts";
import { contactsStore } from "./contacts-store.ts";
import { ContactsScreen } from "./ContactsScreen.tsx";
import { CONTACTS_STRINGS } from "./strings.ts";

export const CONTACTS_APP: App = {
  packageName: "com.terrarium.contacts",
  strings: CONTACTS_STRINGS,
  icon: { path: mdiAccount, color: "#2b78c0" },
  Screen: ContactsScreen,
  intents: [
    { action: "android.intent.action.INSERT", mimeType: "vnd.android.cursor.dir/contact" },
    { action: "android.intent.action.INSERT", mimeType: "vnd.android.cursor.dir/raw_contact" },
    { action: "android.intent.action.INSERT", scheme: "content" },
    { action: "android.intent.action.EDIT", scheme: "content" },
    { action: "android.intent.action.VIEW", scheme: "content" },
  ],
  contentProviders(storage) {
    const contacts = contactsStore(storage);
    return [createContactsProvider(contacts), createLegacyContactsProvider(contacts)];
  },
  userTexts: (storage) =>
    contactsStore(storage)
      .get()
      .map(({ name }) => name),
  clearMemory: (storage) => contactsStore(storage).delete(() => true),
  docked: true,
};
