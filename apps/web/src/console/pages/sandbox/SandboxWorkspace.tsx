import { firstFilesPath, screenSocketPath } from "@terrarium/contract/proxy";
import type { ScreenCodec } from "@terrarium/contract/proxy-messages";
import { isRecorded } from "@terrarium/contract/recorded-codec";
import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { hasScreen } from "@terrarium/contract/sandbox-kind";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePanelRef } from "react-resizable-panels";
import { t } from "../../../language/text.ts";
import { useSession } from "../../../session/store.ts";
import { useMedia } from "../../../ui/use-media.ts";
import { socketUrl } from "../../../viewer/parts/address.ts";
import { lateView } from "../../../viewer/parts/late-view.tsx";
import { ScreenView } from "../../../viewer/screen/ScreenView.tsx";
import { Details } from "./Details.tsx";
import { EndedSummary } from "./EndedSummary.tsx";
import { useLeaveOnEscape } from "./focus-mode.ts";
import { type PanelAction, panelOf } from "./panels.ts";
import { Panel, PanelsSkeleton, PanelTabs } from "./Panels.tsx";
import { type MainShape, Split } from "./Split.tsx";
import { StoppedSummary } from "./StoppedSummary.tsx";
import { Timeline, TimelineSkeleton } from "./Timeline.tsx";
import { useAskedPanels } from "./use-asked-panels.ts";
import { useRecorder } from "./use-recorder.ts";
import { ABOVE, BELOW, gridOf, groupsFor, MAIN_AREA, panelArea, TALL, tabsArea, WIDE } from "./workspace-grid.ts";

const ShellView = lateView("ShellView", () => import("../../../viewer/shell/ShellView.tsx"));
const FilesView = lateView("FilesView", () => import("../../../viewer/files/FilesView.tsx"));
const ConnectPanel = lateView("ConnectPanel", () => import("./connect/ConnectPanel.tsx"));
const RecordingsPanel = lateView("RecordingsPanel", () => import("./RecordingsPanel.tsx"));
const MetricsPanel = lateView("MetricsPanel", () => import("./MetricsPanel.tsx"));
const KeptLog = lateView("KeptLog", () => import("./KeptLog.tsx"));
const LogView = lateView("LogView", () => import("../../../viewer/log/LogView.tsx"));

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
  const { action, folder, asked } = useAskedPanels(isWide);
  const workspace = useRef<HTMLDivElement>(null);
  const splitPanels = usePanelRef();
  const [isCollapsed, setIsCollapsed] = useState(false);
  const isSplit = isWide && wasOver === false;
  useEffect(() => {
    if (action !== undefined && isSplit) splitPanels.current?.expand();
  }, [action, isSplit, splitPanels]);
  const [wantsFocus, setWantsFocus] = useState(false);
  useLeaveOnEscape(wantsFocus, () => setWantsFocus(false));
  const isOver = sandbox?.endedAt !== undefined && sandbox.endedAt !== null;
  const isLive = sandbox !== undefined && !isOver && !isAtRest(sandbox) && hasScreen(sandbox.kind);
  const [codec, setCodec] = useState<ScreenCodec>();
  const recording = useRecorder(sandboxId, isLive);
  if (token === null) return null;

  const size = sandbox?.resolution;
  const isLandscape = size !== undefined && size.width > size.height;
  const shape: MainShape = main === "shell" ? "shell" : isLandscape ? "landscape" : "portrait";
  const hasEnded = wasOver === true;
  /** Whether the main panel has its own place instead of a tab. */
  const isMainApart = isWide || hasEnded;
  // Each group shows its most recently requested panel.
  const currents = groups.map((panels) => asked.findLast((panel) => panels.includes(panel)) ?? panels[0]);
  const isCurrent = (panel: PanelAction) => (panel === main && isMainApart) || currents.includes(panel);
  const isFocused = wantsFocus && isLive && isCurrent(main);
  const isMainAlone = isFocused || (isSplit && isCollapsed);
  const isShown = (panel: PanelAction) => isCurrent(panel) && (panel === main || !isMainAlone);
  const screen =
    sandbox === undefined ? null : isOver ? (
      <EndedSummary sandbox={sandbox} />
    ) : isAtRest(sandbox) ? (
      <StoppedSummary sandbox={sandbox} />
    ) : !isLive ? null : (
      <ScreenView
        sandboxId={sandboxId}
        url={socketUrl(window.location.origin, screenSocketPath(sandboxId))}
        token={token}
        kind={sandbox.kind}
        {...(size === undefined ? {} : { usualSize: { widthPx: size.width, heightPx: size.height } })}
        focusMode={{ isOn: isFocused, onChange: setWantsFocus }}
        recording={recording}
        onCodec={setCodec}
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
    recordings: (
      <RecordingsPanel sandboxId={sandboxId} isLive={isLive} canRecord={codec === undefined || isRecorded(codec)} />
    ),
    metrics: <MetricsPanel sandboxId={sandboxId} />,
    log: hasEnded ? <KeptLog sandboxId={sandboxId} /> : <LogView sandboxId={sandboxId} token={token} />,
    connect: <ConnectPanel sandbox={sandbox} />,
    details: <Details sandbox={sandbox} />,
  };
  const groupOf = (panel: PanelAction) => groups.findIndex((panels) => panels.includes(panel));
  const mainContent =
    hasEnded || (isWide && main === "shell" && (isOver || isAtRest(sandbox))) ? screen : contents[main];
  const tabs = (group: number) => {
    const panels = groups[group];
    if (panels === undefined) return null;
    // The key changes with the tabs' place, so that React creates a new element there. The panels are not moved and
    // keep the focus.
    const key = `${isMainApart} ${group}`;
    return (
      <PanelTabs
        key={key}
        panels={panels}
        current={currents[group]}
        kind={sandbox?.kind}
        area={tabsArea(group)}
        isLower={group > 0}
        isShown={!isMainAlone}
        onHide={isSplit && group === 0 ? () => splitPanels.current?.collapse() : undefined}
      />
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
      ref={workspace}
      data-screen-only={isFocused || undefined}
      className="relative grid min-h-0 flex-1 overflow-hidden"
      style={{ gridTemplate: gridOf(groups.length, { isWide, isOver: hasEnded }) }}
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
          isCovering={isFocused}
        >
          {mainContent}
        </Panel>,
        isMainApart && tabs(0),
        ...ABOVE.map(panel),
        tabs(1),
        ...BELOW.map(panel),
      ]}
      {isSplit && (
        <Split
          key={shape}
          shape={shape}
          workspace={workspace}
          panels={splitPanels}
          isCollapsed={isCollapsed}
          onCollapsed={setIsCollapsed}
          isCovered={isFocused}
        />
      )}
      {wasOver === undefined && (
        <PanelsSkeleton column={isWide ? 2 : 1}>{isWide ? <TimelineSkeleton /> : undefined}</PanelsSkeleton>
      )}
    </div>
  );
}
