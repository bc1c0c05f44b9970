import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import { FolderClosed, Info, ListTree, type LucideIcon, ScrollText, SquareTerminal } from "lucide-react";
import type { Label } from "../../../language/text.ts";
import { readPath } from "../../../viewer/parts/address.ts";
import { screenIcon } from "../../../viewer/parts/screen-icon.ts";

/** What the page shows beside the screen; on narrow screens the screen is one of them. The address names it as the live actions do. */
const PANEL_ACTIONS = ["stream", "timeline", "log", "shell", "list-files", "details"] as const;
export type PanelAction = (typeof PANEL_ACTIONS)[number];

interface Panel {
  action: PanelAction;
  label: Label;
  Icon: LucideIcon;
}

const PANELS: Record<PanelAction, Omit<Panel, "action" | "Icon"> & { Icon?: LucideIcon }> = {
  stream: { label: "Screen" },
  timeline: { label: "Timeline", Icon: ListTree },
  log: { label: "Log", Icon: ScrollText },
  shell: { label: "Shell", Icon: SquareTerminal },
  "list-files": { label: "Files", Icon: FolderClosed },
  details: { label: "Details", Icon: Info },
};

/** How a panel is called on the page of a kind. */
export const panelOf = (action: PanelAction, kind: SandboxKind | undefined): Panel => ({
  action,
  Icon: screenIcon(kind),
  ...PANELS[action],
});

/** Reads `#!action=…&path=…`; undefined: the address names no panel, or no folder. */
export function readPanel(hash: string): { action: PanelAction | undefined; path: string | undefined } {
  const fragment = new URLSearchParams(hash.replace(/^#!?/, ""));
  const action = PANEL_ACTIONS.find((known) => known === fragment.get("action"));
  return { action, path: readPath(fragment) };
}
