import { hasMouse, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import { type LucideIcon, Monitor, MonitorPlay, Smartphone } from "lucide-react";

/** What stands for the screen of a kind; undefined: it is not known what it is. */
export function screenIcon(kind: SandboxKind | undefined): LucideIcon {
  if (kind === undefined) return MonitorPlay;
  return hasMouse(kind) ? Monitor : Smartphone;
}
