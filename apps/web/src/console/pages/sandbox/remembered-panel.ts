import { PANEL_ACTIONS, type PanelAction } from "./panels.ts";

const STORAGE_KEY = "sandbox-panel";

/** Returns the panel last requested in this browser, if any. */
export const rememberedPanel = (): PanelAction | undefined => {
  const stored = localStorage.getItem(STORAGE_KEY);
  return PANEL_ACTIONS.find((action) => action === stored);
};

/** Stores the panel for the next sandbox page in this browser. */
export const rememberPanel = (action: PanelAction): void => localStorage.setItem(STORAGE_KEY, action);
