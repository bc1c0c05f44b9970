import { mdiConsoleLine } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { TERMINAL_STRINGS } from "./strings.ts";
import { TerminalScreen } from "./TerminalScreen.tsx";

export const TERMINAL_APP: App = {
  packageName: "com.terrarium.terminal",
  strings: TERMINAL_STRINGS,
  icon: { path: mdiConsoleLine, color: "#2c332b" },
  Screen: TerminalScreen,
};
