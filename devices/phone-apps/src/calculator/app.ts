import { mdiCalculator } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { CalculatorScreen } from "./CalculatorScreen.tsx";
import { CALCULATOR_STRINGS } from "./strings.ts";

export const CALCULATOR_APP: App = {
  packageName: "com.terrarium.calculator",
  strings: CALCULATOR_STRINGS,
  icon: { path: mdiCalculator, color: "#1f8270" },
  Screen: CalculatorScreen,
};
