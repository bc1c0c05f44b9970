import { mdiMessageText } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { announceIncoming, messagesPackage } from "./incoming.ts";
import { MessagesScreen } from "./MessagesScreen.tsx";

const actions = ["android.intent.action.SENDTO", "android.intent.action.VIEW"];
const schemes = ["sms", "smsto", "mms", "mmsto"];

export const messagesApp: App = {
  packageName: messagesPackage,
  component: `${messagesPackage}/.MainActivity`,
  label: { en: "Messages", zh: "信息" },
  icon: { path: mdiMessageText, glyph: "#e9fbf2", colors: ["#4fb287", "#14694e"] },
  Screen: MessagesScreen,
  intents: [
    ...actions.flatMap((action) => schemes.map((scheme) => ({ action, scheme }))),
    { action: "android.intent.action.SEND", mimeType: "text/plain" },
  ],
  startBackground: announceIncoming,
};
