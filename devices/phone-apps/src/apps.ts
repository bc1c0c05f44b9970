import type { App } from "@terrarium/phone-ui/services/app";
import { BROWSER_APP } from "./browser/app.ts";
import { CALCULATOR_APP } from "./calculator/app.ts";
import { CLOCK_APP } from "./clock/app.ts";
import { CONTACTS_APP } from "./contacts/app.ts";
import { FILES_APP } from "./files/app.ts";
import { GALLERY_APP } from "./gallery/app.ts";
import { MESSAGES_APP } from "./messages/app.ts";
import { NOTES_APP } from "./notes/app.ts";
import { SETTINGS_APP } from "./settings/app.ts";
import { TERMINAL_APP } from "./terminal/app.ts";

/**
 * The apps of every device, in the order of the home screen. The build bundles only static imports, so the list is
 * written by hand.
 */
export const APPS: readonly App[] = [
  MESSAGES_APP,
  CONTACTS_APP,
  BROWSER_APP,
  GALLERY_APP,
  FILES_APP,
  NOTES_APP,
  CLOCK_APP,
  CALCULATOR_APP,
  TERMINAL_APP,
  SETTINGS_APP,
];
