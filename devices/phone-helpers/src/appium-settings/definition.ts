import type { HelperDefinition } from "../host/helper-definition.ts";
import { decodeImapUtf7 } from "./imap-utf7.ts";
import { receiveForSettings, rememberPosition } from "./receivers.ts";

/** Appium Settings: services, receivers and input methods of github.com/appium/io.appium.settings 8. */
export const appiumSettings: HelperDefinition = {
  apks: {
    "io.appium.settings": {
      inputMethods: {
        ".AppiumIME": {},
        ".EmptyIME": { typed: () => "" },
        ".UnicodeIME": { typed: decodeImapUtf7 },
      },
      components: {
        ".Settings": { service: ".ForegroundService" },
        ".ForegroundService": { service: ".ForegroundService" },
        ".LocationService": { service: ".LocationService", started: rememberPosition },
      },
      receive: receiveForSettings,
    },
  },
};
