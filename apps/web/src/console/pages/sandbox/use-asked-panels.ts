import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { type PanelAction, readPanel } from "./panels.ts";
import { rememberedPanel, rememberPanel } from "./remembered-panel.ts";

interface AskedPanels {
  /** The panel that the address names. */
  action: PanelAction | undefined;
  /** The folder that the address named last. */
  folder: string | undefined;
  /** Panels requested so far, latest last. */
  asked: readonly PanelAction[];
}

/** Follows the panels and folders that the address names. Next to the screen, it starts with the remembered panel. */
export function useAskedPanels(isWide: boolean): AskedPanels {
  const { action, path } = readPanel(useLocation().hash);
  const [folder, setFolder] = useState(path);
  // Addresses of other panels name no folder, so the files panel keeps its folder.
  if (action === "list-files" && path !== undefined && folder !== path) setFolder(path);
  const [asked, setAsked] = useState<readonly PanelAction[]>(() => {
    const remembered = isWide ? rememberedPanel() : undefined;
    return remembered === undefined ? [] : [remembered];
  });
  if (action !== undefined && asked.at(-1) !== action) setAsked([...asked.filter((other) => other !== action), action]);
  useEffect(() => {
    if (action !== undefined) rememberPanel(action);
  }, [action]);
  return { action, folder, asked };
}
