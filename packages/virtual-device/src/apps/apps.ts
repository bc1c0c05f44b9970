import { mdiCalculator, mdiCog, mdiNoteText } from "@mdi/js";
import type { App } from "./app.ts";
import { CalculatorScreen } from "./calculator/CalculatorScreen.tsx";
import { contactsApp } from "./contacts/contacts-app.ts";
import { messagesApp } from "./messages/messages-app.ts";
import { NotesScreen } from "./notes/NotesScreen.tsx";
import { settingsIntents } from "./settings/routes.ts";
import { SettingsScreen } from "./settings/SettingsScreen.tsx";

/** The apps that every device comes with, in the order of the home screen. */
export const apps: readonly App[] = [
  messagesApp,
  contactsApp,
  {
    packageName: "com.terrarium.notes",
    component: "com.terrarium.notes/.MainActivity",
    label: { en: "Notes", zh: "记事本" },
    icon: { path: mdiNoteText, glyph: "#4a3206", colors: ["#ffe08a", "#f3ae3d"] },
    Screen: NotesScreen,
  },
  {
    packageName: "com.terrarium.calculator",
    component: "com.terrarium.calculator/.MainActivity",
    label: { en: "Calculator", zh: "计算器" },
    icon: { path: mdiCalculator, glyph: "#e9fbf2", colors: ["#3f9c84", "#165a4f"] },
    Screen: CalculatorScreen,
  },
  {
    packageName: "com.terrarium.settings",
    component: "com.terrarium.settings/.MainActivity",
    label: { en: "Settings", zh: "设置" },
    icon: { path: mdiCog, glyph: "#26331d", colors: ["#eef4e4", "#b3c3a2"] },
    Screen: SettingsScreen,
    intents: settingsIntents,
  },
];

/** The home screen, which `am` and `dumpsys` name like an app. */
export const launcher = {
  packageName: "com.terrarium.launcher",
  component: "com.terrarium.launcher/.MainActivity",
  label: "Home",
} as const;
