import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import { AppWindow, Globe, type LucideIcon, Smartphone, SquareTerminal } from "lucide-react";

/** What stands for a sandbox of each kind. */
export const KIND_ICONS: Readonly<Record<SandboxKind, LucideIcon>> = {
  phone: Smartphone,
  linux: SquareTerminal,
  browser: Globe,
  desktop: AppWindow,
};
