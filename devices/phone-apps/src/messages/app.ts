import { mdiMessageText } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { announceIncoming, MESSAGES_PACKAGE } from "./incoming.ts";
import { messagesStore } from "./messages-store.ts";
import { MessagesScreen } from "./MessagesScreen.tsx";
import { createSmsProvider } from "./sms-provider.ts";
import { MESSAGES_STRINGS } from "./strings.ts";

const ACTIONS = ["android.intent.action.SENDTO", "android.intent.action.VIEW"];
const SCHEMES = ["sms", "smsto", "mms", "mmsto"];

export const MESSAGES_APP: App = {
  packageName: MESSAGES_PACKAGE,
  strings: MESSAGES_STRINGS,
  icon: { path: mdiMessageText, color: "#1f8a4c" },
  Screen: MessagesScreen,
  intents: [
    ...ACTIONS.flatMap((action) => SCHEMES.map((scheme) => ({ action, scheme }))),
    { action: "android.intent.action.SEND", mimeType: "text/plain" },
  ],
  startBackground: announceIncoming,
  contentProviders: (storage) => [createSmsProvider(messagesStore(storage), storage.clock)],
  clearMemory: (storage) => messagesStore(storage).delete(() => true),
  docked: true,
};
