import { PanelRightOpen } from "lucide-react";
import type { RefObject } from "react";
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from "react-resizable-panels";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { MAIN_WIDTH } from "./workspace-grid.ts";

/** Shapes of the main panel. Each has its own remembered split. */
export type MainShape = "portrait" | "landscape" | "shell";

/** Width of the panels at first. */
const PANELS_WIDTH: Record<MainShape, string> = { portrait: "54%", landscape: "30%", shell: "45%" };
const MIN_WIDTH_PX = { main: 320, panels: 280 };
const COLLAPSED_PX = 40;

export interface SplitProps {
  shape: MainShape;
  /** Element whose grid has the main panel and the other panels. */
  workspace: RefObject<HTMLElement | null>;
  /** Whether the panels are collapsed to a strip. */
  isCollapsed: boolean;
  onCollapsed: (isCollapsed: boolean) => void;
  /** Collapses and expands the panels. */
  panels: ReturnType<typeof usePanelRef>;
  /** Whether the main panel covers everything else. */
  isCovered: boolean;
}

/**
 * The line between the main panel and the others, which drags and arrow keys move. It lies over the workspace's grid and
 * sets the width of its first column. Its own panels are empty: the real ones stay in one flat list, because moving
 * them in the document would interrupt shells and uploads.
 */
export function Split({ shape, workspace, isCollapsed, onCollapsed, panels, isCovered }: SplitProps) {
  const remembered = useDefaultLayout({ id: `sandbox-${shape}`, panelIds: ["main", "panels"] });
  const show = () => {
    panels.current?.expand();
    // After a reload, the library knows no earlier width and takes the smallest.
    if ((panels.current?.getSize().inPixels ?? 0) <= MIN_WIDTH_PX.panels) panels.current?.resize(PANELS_WIDTH[shape]);
  };
  return (
    <Group
      id="split"
      {...remembered}
      onLayoutChange={({ main }) => workspace.current?.style.setProperty(MAIN_WIDTH, `${main}%`)}
      disabled={isCovered}
      className={cx("pointer-events-none absolute inset-0 z-10", isCovered && "invisible")}
    >
      <Panel id="main" minSize={MIN_WIDTH_PX.main} />
      <Separator
        id="separator"
        aria-label={t("Width of the panels")}
        title={t("Drag to change the width of the panels")}
        className="pointer-events-auto w-px bg-line transition-colors data-[separator=active]:bg-accent data-[separator=focus]:bg-accent data-[separator=hover]:bg-accent"
      />
      <Panel
        id="panels"
        panelRef={panels}
        defaultSize={PANELS_WIDTH[shape]}
        minSize={MIN_WIDTH_PX.panels}
        collapsible
        collapsedSize={COLLAPSED_PX}
        onResize={({ inPixels }) => onCollapsed(inPixels <= COLLAPSED_PX)}
        className="p-1"
      >
        {isCollapsed && (
          <IconButton label={t("Show panels")} className="pointer-events-auto" onClick={show}>
            <PanelRightOpen className="size-4" strokeWidth={1.7} aria-hidden="true" />
          </IconButton>
        )}
      </Panel>
    </Group>
  );
}
