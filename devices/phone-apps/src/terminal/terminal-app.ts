import { mdiConsoleLine } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { TerminalScreen } from "./TerminalScreen.tsx";

export const TERMINAL_APP: App = {
  packageName: "com.terrarium.terminal",
  component: "com.terrarium.terminal/.MainActivity",
  label: { en: "Terminal", zh: "终端" },
  icon: { path: mdiConsoleLine, glyph: "#b9f08a", colors: ["#3a4a35", "#141c12"] },
  Screen: TerminalScreen,
};
