import { mdiCog } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { settingsIntents } from "./routes.ts";
import { SettingsScreen } from "./SettingsScreen.tsx";

export const SETTINGS_APP: App = {
  packageName: "com.terrarium.settings",
  component: "com.terrarium.settings/.MainActivity",
  label: { en: "Settings", zh: "设置" },
  icon: { path: mdiCog, glyph: "#26331d", colors: ["#eef4e4", "#b3c3a2"] },
  Screen: SettingsScreen,
  intents: settingsIntents,
};
