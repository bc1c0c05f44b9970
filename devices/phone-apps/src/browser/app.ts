import { mdiCompass } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { BrowserScreen } from "./BrowserScreen.tsx";
import { BROWSER_STRINGS } from "./strings.ts";

const HTML_FILE = { action: "android.intent.action.VIEW", mimeType: "text/html" };

export const BROWSER_APP: App = {
  packageName: "com.terrarium.browser",
  strings: BROWSER_STRINGS,
  icon: { path: mdiCompass, color: "#6750c8" },
  Screen: BrowserScreen,
  intents: [
    { action: "android.intent.action.VIEW", scheme: "http" },
    { action: "android.intent.action.VIEW", scheme: "https" },
    { action: "android.intent.action.VIEW", scheme: "about" },
    { action: "android.intent.action.WEB_SEARCH" },
    HTML_FILE,
  ],
  docked: true,
};
