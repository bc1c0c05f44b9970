import type { App } from "@terrarium/phone-ui/services/app";
import { browserApp } from "./browser/browser-app.ts";
import { calculatorApp } from "./calculator/calculator-app.ts";
import { clockApp } from "./clock/clock-app.ts";
import { contactsApp } from "./contacts/contacts-app.ts";
import { filesApp } from "./files/files-app.ts";
import { galleryApp } from "./gallery/gallery-app.ts";
import { messagesApp } from "./messages/messages-app.ts";
import { notesApp } from "./notes/notes-app.ts";
import { settingsApp } from "./settings/settings-app.ts";
import { terminalApp } from "./terminal/terminal-app.ts";

/** The apps of every device, in home screen order. The first app that accepts an intent receives it. */
export const apps: readonly App[] = [
  messagesApp,
  contactsApp,
  browserApp,
  galleryApp,
  filesApp,
  notesApp,
  clockApp,
  calculatorApp,
  terminalApp,
  settingsApp,
];
