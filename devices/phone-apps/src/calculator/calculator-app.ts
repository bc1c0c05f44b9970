import { mdiCalculator } from "@mdi/js";
import type { App } from "@terrarium/phone-ui/services/app";
import { CalculatorScreen } from "./CalculatorScreen.tsx";

export const CALCULATOR_APP: App = {
  packageName: "com.terrarium.calculator",
  component: "com.terrarium.calculator/.MainActivity",
  label: { en: "Calculator", zh: "计算器" },
  icon: { path: mdiCalculator, glyph: "#e9fbf2", colors: ["#3f9c84", "#165a4f"] },
  Screen: CalculatorScreen,
};
