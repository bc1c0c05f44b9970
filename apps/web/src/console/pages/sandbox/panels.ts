import { DEFAULT_FILES_PATH } from "@terrarium/contract/proxy";
import { FolderClosed, Info, ListTree, type LucideIcon, ScrollText, Smartphone, SquareTerminal } from "lucide-react";
import type { Label } from "../../../language/text.ts";

/** What the page shows beside the screen; on narrow screens the screen is one of them. The address names it as the live actions do. */
export const PANELS = [
  { action: "stream", label: "Screen", Icon: Smartphone },
  { action: "timeline", label: "Timeline", Icon: ListTree },
  { action: "log", label: "Log", Icon: ScrollText },
  { action: "shell", label: "Shell", Icon: SquareTerminal },
  { action: "list-files", label: "Files", Icon: FolderClosed },
  { action: "details", label: "Details", Icon: Info },
] as const satisfies readonly { action: string; label: Label; Icon: LucideIcon }[];
export type PanelAction = (typeof PANELS)[number]["action"];

/** Reads `#!action=…&path=…`; undefined: the address names no panel. */
export function readPanel(hash: string): { action: PanelAction | undefined; path: string } {
  const fragment = new URLSearchParams(hash.replace(/^#!?/, ""));
  const action = PANELS.find((panel) => panel.action === fragment.get("action"))?.action;
  return { action, path: (fragment.get("path") ?? DEFAULT_FILES_PATH) || "/" };
}
