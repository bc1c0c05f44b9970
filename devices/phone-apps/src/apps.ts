import type { App } from "@terrarium/phone-ui/services/app";
import { BROWSER_APP } from "./browser/browser-app.ts";
import { CALCULATOR_APP } from "./calculator/calculator-app.ts";
import { clockApp } from "./clock/clock-app.ts";
import { CONTACTS_APP } from "./contacts/contacts-app.ts";
import { FILES_APP } from "./files/files-app.ts";
import { GALLERY_APP } from "./gallery/gallery-app.ts";
import { messagesApp } from "./messages/messages-app.ts";
import { NOTES_APP } from "./notes/notes-app.ts";
import { SETTINGS_APP } from "./settings/settings-app.ts";
import { TERMINAL_APP } from "./terminal/terminal-app.ts";

/** The apps of every device, in home screen order. The first app that accepts an intent receives it. */
export const APPS: readonly App[] = [
  messagesApp,
  CONTACTS_APP,
  BROWSER_APP,
  GALLERY_APP,
  FILES_APP,
  NOTES_APP,
  clockApp,
  CALCULATOR_APP,
  TERMINAL_APP,
  SETTINGS_APP,
];
