import { mdiCompass } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { BrowserScreen } from "./BrowserScreen.tsx";

const HTML_FILE = { action: "android.intent.action.VIEW", mimeType: "text/html" };

export const BROWSER_APP: App = {
  packageName: "com.terrarium.browser",
  component: "com.terrarium.browser/.MainActivity",
  label: { en: "Browser", zh: "浏览器" },
  icon: { path: mdiCompass, glyph: "#f3f0ff", colors: ["#8f7fe0", "#4b3a9e"] },
  Screen: BrowserScreen,
  intents: [
    { action: "android.intent.action.VIEW", scheme: "http" },
    { action: "android.intent.action.VIEW", scheme: "https" },
    { action: "android.intent.action.VIEW", scheme: "about" },
    { action: "android.intent.action.WEB_SEARCH" },
    HTML_FILE,
  ],
};
