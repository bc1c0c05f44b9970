import { adbKeyboard } from "./adb-keyboard/definition.ts";
import { agentDevice } from "./agent-device/definition.ts";
import { appiumSettings } from "./appium-settings/definition.ts";
import type { HelperDefinition } from "./host/helper-definition.ts";
import { mobilecli } from "./mobilecli/definition.ts";
import { uiautomator2 } from "./uiautomator2/definition.ts";
import { yadb } from "./yadb/definition.ts";

/** The helpers that a phone answers for. */
export const HELPERS: readonly HelperDefinition[] = [
  adbKeyboard,
  agentDevice,
  appiumSettings,
  mobilecli,
  uiautomator2,
  yadb,
];
