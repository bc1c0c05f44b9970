import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import {
  Activity,
  Clapperboard,
  FolderClosed,
  Info,
  ListTree,
  type LucideIcon,
  Plug,
  ScrollText,
  SquareTerminal,
} from "lucide-react";
import type { Label } from "../../../language/text.ts";
import { readPath } from "../../../viewer/parts/address.ts";
import { screenIcon } from "../../../viewer/parts/screen-icon.ts";

/**
 * Panels next to the screen; on narrow screens the screen is one of them. Addresses name them like the live actions.
 */
export const PANEL_ACTIONS = [
  "stream",
  "connect",
  "timeline",
  "log",
  "shell",
  "list-files",
  "recordings",
  "metrics",
  "details",
] as const;
export type PanelAction = (typeof PANEL_ACTIONS)[number];

interface Panel {
  action: PanelAction;
  label: Label;
  Icon: LucideIcon;
}

const PANELS: Record<PanelAction, Omit<Panel, "action" | "Icon"> & { Icon?: LucideIcon }> = {
  stream: { label: "Screen" },
  connect: { label: "Connect", Icon: Plug },
  timeline: { label: "Timeline", Icon: ListTree },
  log: { label: "Log", Icon: ScrollText },
  shell: { label: "Shell", Icon: SquareTerminal },
  "list-files": { label: "Files", Icon: FolderClosed },
  recordings: { label: "Recordings", Icon: Clapperboard },
  metrics: { label: "Metrics", Icon: Activity },
  details: { label: "Details", Icon: Info },
};

/** Returns the label and icon of a panel for a kind of sandbox. */
export const panelOf = (action: PanelAction, kind: SandboxKind | undefined): Panel => ({
  action,
  Icon: screenIcon(kind),
  ...PANELS[action],
});

/** Parses `#!action=…&path=…`. A field is undefined if the address names no panel or no folder. */
export function readPanel(hash: string): { action: PanelAction | undefined; path: string | undefined } {
  const fragment = new URLSearchParams(hash.replace(/^#!?/, ""));
  const action = PANEL_ACTIONS.find((known) => known === fragment.get("action"));
  return { action, path: readPath(fragment) };
}
