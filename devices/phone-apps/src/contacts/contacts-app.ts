import { mdiAccount } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { ContactsScreen } from "./ContactsScreen.tsx";

export const CONTACTS_APP: App = {
  packageName: "com.terrarium.contacts",
  component: "com.terrarium.contacts/.MainActivity",
  label: { en: "Contacts", zh: "联系人" },
  icon: { path: mdiAccount, glyph: "#eaf3ff", colors: ["#5f9bd8", "#27598f"] },
  Screen: ContactsScreen,
  intents: [
    { action: "android.intent.action.INSERT", mimeType: "vnd.android.cursor.dir/contact" },
    { action: "android.intent.action.INSERT", mimeType: "vnd.android.cursor.dir/raw_contact" },
    { action: "android.intent.action.INSERT", scheme: "content" },
    { action: "android.intent.action.EDIT", scheme: "content" },
    { action: "android.intent.action.VIEW", scheme: "content" },
  ],
};
