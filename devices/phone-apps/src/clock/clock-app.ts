import { mdiClock } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { CLOCK_ACTIONS } from "./clock-intents.ts";
import { startClockService } from "./clock-service.ts";
import { CLOCK_PACKAGE } from "./clock-store.ts";
import { ClockScreen } from "./ClockScreen.tsx";

export const clockApp: App = {
  packageName: CLOCK_PACKAGE,
  component: `${CLOCK_PACKAGE}/.MainActivity`,
  label: { en: "Clock", zh: "时钟" },
  icon: { path: mdiClock, glyph: "#eef4ff", colors: ["#5b7fd0", "#2b3f86"] },
  Screen: ClockScreen,
  intents: Object.values(CLOCK_ACTIONS).map((action) => ({ action })),
  startBackground: startClockService,
};
