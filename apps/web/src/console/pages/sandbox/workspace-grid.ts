import type { PanelAction } from "./panels.ts";

/**
 * From WIDE on, the screen is next to the panels. If the window is also TALL, the panels form two groups, one above the
 * other.
 */
export const WIDE = "(min-width: 64rem)";
export const TALL = "(min-height: 40rem)";

export const ABOVE: readonly PanelAction[] = ["connect", "timeline", "list-files", "recordings", "metrics", "details"];
export const BELOW: readonly PanelAction[] = ["log", "shell"];

interface Layout {
  isWide: boolean;
  isTall: boolean;
  isOver: boolean;
  /** The main panel: next to the other panels if there is space, otherwise the first tab. */
  main: PanelAction;
}

/** Returns the groups of available panels. A group shows its first panel if the address names none of its panels. */
export function groupsFor({ isWide, isTall, isOver, main }: Layout): readonly (readonly PanelAction[])[] {
  const isOffered = (panel: PanelAction) => panel !== main && (panel !== "recordings" || main === "stream");
  const others = (panels: readonly PanelAction[]) => panels.filter(isOffered);
  if (isOver) return [others(["timeline", "log", "recordings", "details"])];
  const all = others(["connect", "timeline", "shell", "list-files", "log", "recordings", "metrics", "details"]);
  if (!isWide) return [[main, ...all]];
  return isTall ? [others(ABOVE), others(BELOW)] : [all];
}

export const tabsArea = (group: number): string => `tabs-${group}`;
export const panelArea = (group: number): string => `panel-${group}`;
export const MAIN_AREA = "main";

/** Custom property of the workspace with the width of the main panel next to the others. */
export const MAIN_WIDTH = "--main-width";

/** Returns the workspace's grid: the tabs of each group above its panels, and the main panel next to or above them. */
export function gridOf(groups: number, { isWide, isOver }: Pick<Layout, "isWide" | "isOver">): string {
  const isBeside = isWide && !isOver;
  const row = (area: string, height: string) => `"${isBeside ? `${MAIN_AREA} ` : ""}${area}" ${height}`;
  const rows = Array.from({ length: groups }, (_, group) => [
    row(tabsArea(group), "auto"),
    row(panelArea(group), "minmax(0, 1fr)"),
  ]).flat();
  if (groups === 0) rows.push(row(".", "minmax(0, 1fr)"));
  if (isOver) rows.unshift(row(MAIN_AREA, "auto"));
  return `${rows.join(" ")} / ${isBeside ? `var(${MAIN_WIDTH}, 60%) ` : ""}minmax(0, 1fr)`;
}
