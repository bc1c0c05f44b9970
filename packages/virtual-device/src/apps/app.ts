import type { ComponentType } from "react";
import type { InstalledApp } from "../system/display.ts";
import type { AppIconDesign } from "../ui/widgets/AppIcon.tsx";

/** An app as the system knows it. */
export interface App extends InstalledApp {
  icon: AppIconDesign;
  Screen: ComponentType;
}
