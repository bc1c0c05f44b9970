import { mdiCog } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { settingsIntents } from "./routes.ts";
import { SettingsScreen } from "./SettingsScreen.tsx";
import { SETTINGS_STRINGS } from "./strings.ts";

export const SETTINGS_APP: App = {
  packageName: "com.terrarium.settings",
  strings: SETTINGS_STRINGS,
  icon: { path: mdiCog, color: "#5c6670" },
  Screen: SettingsScreen,
  intents: settingsIntents,
};
