import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import { AppWindow, Globe, type LucideIcon, Smartphone, SquareTerminal } from "lucide-react";

/** Icon of each kind of sandbox. */
export const KIND_ICONS: Readonly<Record<SandboxKind, LucideIcon>> = {
  phone: Smartphone,
  linux: SquareTerminal,
  browser: Globe,
  desktop: AppWindow,
};
