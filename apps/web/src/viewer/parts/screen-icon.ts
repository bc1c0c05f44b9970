import { hasMouse, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import { type LucideIcon, Monitor, MonitorPlay, Smartphone } from "lucide-react";

/** Returns the icon for the screen of a kind. Undefined means an unknown kind. */
export function screenIcon(kind: SandboxKind | undefined): LucideIcon {
  if (kind === undefined) return MonitorPlay;
  return hasMouse(kind) ? Monitor : Smartphone;
}
