import { mdiClock } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { CLOCK_ACTIONS } from "./clock-intents.ts";
import { startClockService } from "./clock-service.ts";
import { CLOCK_PACKAGE, clockStore } from "./clock-store.ts";
import { ClockScreen } from "./ClockScreen.tsx";
import { CLOCK_STRINGS } from "./strings.ts";

export const CLOCK_APP: App = {
  packageName: CLOCK_PACKAGE,
  strings: CLOCK_STRINGS,
  icon: { path: mdiClock, color: "#3f63c6" },
  Screen: ClockScreen,
  intents: Object.values(CLOCK_ACTIONS).map((action) => ({ action })),
  startBackground: startClockService,
  clearMemory: (storage) => clockStore(storage).forget(),
};
