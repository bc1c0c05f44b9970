import { mdiMessageText } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { announceIncoming, MESSAGES_PACKAGE } from "./incoming.ts";
import { MessagesScreen } from "./MessagesScreen.tsx";

const ACTIONS = ["android.intent.action.SENDTO", "android.intent.action.VIEW"];
const SCHEMES = ["sms", "smsto", "mms", "mmsto"];

export const messagesApp: App = {
  packageName: MESSAGES_PACKAGE,
  component: `${MESSAGES_PACKAGE}/.MainActivity`,
  label: { en: "Messages", zh: "信息" },
  icon: { path: mdiMessageText, glyph: "#e9fbf2", colors: ["#4fb287", "#14694e"] },
  Screen: MessagesScreen,
  intents: [
    ...ACTIONS.flatMap((action) => SCHEMES.map((scheme) => ({ action, scheme }))),
    { action: "android.intent.action.SEND", mimeType: "text/plain" },
  ],
  startBackground: announceIncoming,
};
