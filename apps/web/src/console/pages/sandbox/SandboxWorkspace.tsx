import { firstFilesPath, screenSocketPath } from "@terrarium/contract/proxy";
import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { hasScreen } from "@terrarium/contract/sandbox-kind";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { t } from "../../../language/text.ts";
import { useSession } from "../../../session/store.ts";
import { cx } from "../../../ui/cx.ts";
import { useMedia } from "../../../ui/use-media.ts";
import { socketUrl } from "../../../viewer/parts/address.ts";
import { lateView } from "../../../viewer/parts/late-view.tsx";
import { ScreenView } from "../../../viewer/screen/ScreenView.tsx";
import { Details } from "./Details.tsx";
import { EndedSummary } from "./EndedSummary.tsx";
import { type PanelAction, panelOf, readPanel } from "./panels.ts";
import { Panel, PanelsSkeleton, PanelTabs } from "./Panels.tsx";
import { StoppedSummary } from "./StoppedSummary.tsx";
import { Timeline, TimelineSkeleton } from "./Timeline.tsx";

const ShellView = lateView("ShellView", () => import("../../../viewer/shell/ShellView.tsx"));
const FilesView = lateView("FilesView", () => import("../../../viewer/files/FilesView.tsx"));
const KeptLog = lateView("KeptLog", () => import("./KeptLog.tsx"));
const LogView = lateView("LogView", () => import("../../../viewer/log/LogView.tsx"));

/**
 * From WIDE on, the screen is next to the panels. If the window is also TALL, the panels form two groups, one above the
 * other.
 */
const WIDE = "(min-width: 64rem)";
const TALL = "(min-height: 40rem)";

const ABOVE: readonly PanelAction[] = ["timeline", "list-files", "details"];
const BELOW: readonly PanelAction[] = ["log", "shell"];

interface Layout {
  isWide: boolean;
  isTall: boolean;
  isOver: boolean;
  /** The main panel: next to the other panels if there is space, otherwise the first tab. */
  main: PanelAction;
}

/** Returns the groups of available panels. A group shows its first panel if the address names none of its panels. */
function groupsFor({ isWide, isTall, isOver, main }: Layout): readonly (readonly PanelAction[])[] {
  if (isOver) return [["timeline", "log", "details"]];
  const others = (panels: readonly PanelAction[]) => panels.filter((panel) => panel !== main);
  if (!isWide) return [[main, ...others(["timeline", "shell", "list-files", "log", "details"])]];
  return isTall ? [others(ABOVE), others(BELOW)] : [others(["timeline", "shell", "list-files", "log", "details"])];
}

const tabsArea = (group: number): string => `tabs-${group}`;
const panelArea = (group: number): string => `panel-${group}`;
const MAIN_AREA = "main";

/** Returns the workspace's grid: the tabs of each group above its panels, and the main panel next to or above them. */
function gridOf(groups: number, { isWide, isOver }: Pick<Layout, "isWide" | "isOver">, mainWidth: string): string {
  const isBeside = isWide && !isOver;
  const row = (area: string, height: string) => `"${isBeside ? `${MAIN_AREA} ` : ""}${area}" ${height}`;
  const rows = Array.from({ length: groups }, (_, group) => [
    row(tabsArea(group), "auto"),
    row(panelArea(group), "minmax(0, 1fr)"),
  ]).flat();
  if (groups === 0) rows.push(row(".", "minmax(0, 1fr)"));
  if (isOver) rows.unshift(row(MAIN_AREA, "auto"));
  return `${rows.join(" ")} / ${isBeside ? `${mainWidth} ` : ""}minmax(0, 1fr)`;
}

/** Returns whether a sandbox has not ended but has no running device. */
export const isAtRest = (sandbox: SandboxDetails | undefined): boolean =>
  sandbox?.status === "Stopped" || sandbox?.status === "Starting";

/** The screen of a sandbox together with its timeline, log, shell and files. */
export function SandboxWorkspace({ sandboxId, sandbox }: { sandboxId: string; sandbox: SandboxDetails | undefined }) {
  const { token } = useSession();
  const isWide = useMedia(WIDE);
  // A sandbox that is stopped or ended before the page opened shows nothing live. If it ends while the page is open,
  // the live views stay.
  const [wasOver, setWasOver] = useState<boolean>();
  if (wasOver === undefined && sandbox !== undefined) setWasOver(sandbox.endedAt !== null || isAtRest(sandbox));
  const isTall = useMedia(TALL);
  const main: PanelAction = hasScreen(sandbox?.kind) ? "stream" : "shell";
  const groups = wasOver === undefined ? [] : groupsFor({ isWide, isTall, isOver: wasOver, main });
  const { action, path } = readPanel(useLocation().hash);
  const [folder, setFolder] = useState(path);
  // Addresses of other panels name no folder, so the files panel keeps its folder.
  if (action === "list-files" && path !== undefined && folder !== path) setFolder(path);
  // Panels requested so far, latest last. Each group shows its most recently requested panel.
  const [asked, setAsked] = useState<readonly PanelAction[]>([]);
  if (action !== undefined && asked.at(-1) !== action) setAsked([...asked.filter((other) => other !== action), action]);
  if (token === null) return null;

  const size = sandbox?.resolution;
  const isOver = sandbox?.endedAt !== undefined && sandbox.endedAt !== null;
  const screen =
    sandbox === undefined ? null : isOver ? (
      <EndedSummary sandbox={sandbox} />
    ) : isAtRest(sandbox) ? (
      <StoppedSummary sandbox={sandbox} />
    ) : !hasScreen(sandbox.kind) ? null : (
      <ScreenView
        sandboxId={sandboxId}
        url={socketUrl(window.location.origin, screenSocketPath(sandboxId))}
        token={token}
        kind={sandbox.kind}
        {...(size === undefined ? {} : { usualSize: { widthPx: size.width, heightPx: size.height } })}
      />
    );
  const contents: Record<PanelAction, ReactNode> = {
    stream: screen,
    timeline: (
      <Timeline sandboxId={sandboxId} sandbox={sandbox} isLive={sandbox === undefined || sandbox.endedAt === null} />
    ),
    shell: <ShellView sandboxId={sandboxId} token={token} />,
    "list-files": sandbox && (
      <FilesView sandboxId={sandboxId} path={folder ?? firstFilesPath(sandbox.kind)} token={token} />
    ),
    log: wasOver === true ? <KeptLog sandboxId={sandboxId} /> : <LogView sandboxId={sandboxId} token={token} />,
    details: <Details sandbox={sandbox} />,
  };
  const isLandscape = main === "shell" || (size !== undefined && size.width > size.height);
  const hasEnded = wasOver === true;
  /** Whether the main panel has its own place instead of a tab. */
  const isMainApart = isWide || hasEnded;
  const currents = groups.map((panels) => asked.findLast((panel) => panels.includes(panel)) ?? panels[0]);
  const groupOf = (panel: PanelAction) => groups.findIndex((panels) => panels.includes(panel));
  const isShown = (panel: PanelAction) => (panel === main && isMainApart) || currents.includes(panel);
  const mainContent =
    hasEnded || (isWide && main === "shell" && (isOver || isAtRest(sandbox))) ? screen : contents[main];
  const tabs = (group: number) => {
    const panels = groups[group];
    if (panels === undefined) return null;
    // The key changes with the tabs' place, so that React creates a new element there. The panels are not moved and
    // keep the focus.
    const key = `${isMainApart} ${group}`;
    return (
      <PanelTabs key={key} panels={panels} current={currents[group]} kind={sandbox?.kind} area={tabsArea(group)} />
    );
  };
  const panel = (action: PanelAction) =>
    action !== main &&
    groupOf(action) >= 0 && (
      <Panel
        key={action}
        label={t(panelOf(action, sandbox?.kind).label)}
        area={panelArea(groupOf(action))}
        isShown={isShown(action)}
      >
        {contents[action]}
      </Panel>
    );
  return (
    <div
      className="grid min-h-0 flex-1"
      style={{
        gridTemplate: gridOf(
          groups.length,
          { isWide, isOver: hasEnded },
          isLandscape ? "minmax(0, 1fr)" : "minmax(320px, 34%)",
        ),
      }}
    >
      {/* One flat list with every panel in every layout, so that a resize does not interrupt running sessions. */}
      {[
        !isMainApart && tabs(0),
        <Panel
          key="main"
          label={hasEnded ? t("Screen") : t(panelOf(main, sandbox?.kind).label)}
          area={isMainApart ? MAIN_AREA : panelArea(0)}
          isShown={isShown(main)}
          isFitted={hasEnded}
          className={cx(isWide && !hasEnded && "border-r border-line")}
        >
          {mainContent}
        </Panel>,
        isMainApart && tabs(0),
        ...ABOVE.map(panel),
        tabs(1),
        ...BELOW.map(panel),
      ]}
      {wasOver === undefined && (
        <PanelsSkeleton column={isWide ? 2 : 1}>{isWide ? <TimelineSkeleton /> : undefined}</PanelsSkeleton>
      )}
    </div>
  );
}
