import { firstFilesPath, screenSocketPath } from "@terrarium/contract/proxy";
import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { hasScreen } from "@terrarium/contract/sandbox-kind";
import { lazy, type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { t } from "../../../language/text.ts";
import { useSession } from "../../../session/store.ts";
import { cx } from "../../../ui/cx.ts";
import { useMedia } from "../../../ui/use-media.ts";
import { socketUrl } from "../../../viewer/parts/address.ts";
import { ScreenView } from "../../../viewer/screen/ScreenView.tsx";
import { Details } from "./Details.tsx";
import { EndedSummary } from "./EndedSummary.tsx";
import { PanelGroup, PanelGroupSkeleton } from "./PanelGroup.tsx";
import { type PanelAction, readPanel } from "./panels.ts";
import { StoppedSummary } from "./StoppedSummary.tsx";
import { Timeline, TimelineSkeleton } from "./Timeline.tsx";

const ShellView = lazy(async () => ({ default: (await import("../../../viewer/shell/ShellView.tsx")).ShellView }));
const FilesView = lazy(async () => ({ default: (await import("../../../viewer/files/FilesView.tsx")).FilesView }));
const KeptLog = lazy(async () => ({ default: (await import("./KeptLog.tsx")).KeptLog }));
const LogView = lazy(async () => ({ default: (await import("../../../viewer/log/LogView.tsx")).LogView }));

/** From here on the screen stands beside the panels, and these in two groups over each other. */
const WIDE = "(min-width: 64rem)";
const TALL = "(min-height: 40rem)";

const ABOVE: readonly PanelAction[] = ["timeline", "list-files", "details"];
const BELOW: readonly PanelAction[] = ["log", "shell"];

interface Layout {
  isWide: boolean;
  isTall: boolean;
  isOver: boolean;
  /** What stands beside the others where there is room, and first of all where there is not. */
  main: PanelAction;
}

/** Which panels stand together, and only those of use; the first of a group is shown if the address names none of it. */
function groupsFor({ isWide, isTall, isOver, main }: Layout): readonly (readonly PanelAction[])[] {
  if (isOver) return [["timeline", "log", "details"]];
  const others = (panels: readonly PanelAction[]) => panels.filter((panel) => panel !== main);
  if (!isWide) return [[main, ...others(["timeline", "shell", "list-files", "log", "details"])]];
  return isTall ? [others(ABOVE), others(BELOW)] : [others(["timeline", "shell", "list-files", "log", "details"])];
}

/** Whether a sandbox has not ended and has no device to look at. */
export const isAtRest = (sandbox: SandboxDetails | undefined): boolean =>
  sandbox?.status === "Stopped" || sandbox?.status === "Starting";

/** The screen of a sandbox with all that is known of it beside: what is done on it, its log, its shell, its files. */
export function SandboxWorkspace({ sandboxId, sandbox }: { sandboxId: string; sandbox: SandboxDetails | undefined }) {
  const { token } = useSession();
  const isWide = useMedia(WIDE);
  // Of one that had ended before, or is stopped, there is nothing live; of one that ends meanwhile, what is shown stays.
  const [wasOver, setWasOver] = useState<boolean>();
  if (wasOver === undefined && sandbox !== undefined) setWasOver(sandbox.endedAt !== null || isAtRest(sandbox));
  const isTall = useMedia(TALL);
  const main = hasScreen(sandbox?.kind) ? "stream" : "shell";
  const groups = wasOver === undefined ? [] : groupsFor({ isWide, isTall, isOver: wasOver, main });
  const { action, path } = readPanel(useLocation().hash);
  const [folder, setFolder] = useState(path);
  // The other panels' addresses name no folder: the files stay where they are.
  if (action === "list-files" && path !== undefined && folder !== path) setFolder(path);
  // The panels asked for so far, the last one at the end: of each group the one that was asked for last is shown.
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
  const panelGroups = groups.map((panels) => (
    <PanelGroup
      key={panels.join()}
      panels={panels}
      current={asked.findLast((panel) => panels.includes(panel)) ?? panels[0]}
      contents={contents}
      kind={sandbox?.kind}
    />
  ));
  if (wasOver === true)
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <section aria-label={t("Screen")}>{screen}</section>
        {panelGroups}
      </div>
    );
  const isLandscape = main === "shell" || (size !== undefined && size.width > size.height);
  return (
    <div
      className={cx(
        "grid min-h-0 flex-1",
        isLandscape ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]" : "lg:grid-cols-[minmax(320px,34%)_minmax(0,1fr)]",
      )}
    >
      {isWide && (
        <section aria-label={main === "shell" ? t("Shell") : t("Screen")} className="min-h-0 border-r border-line">
          {main === "shell" && !isOver && !isAtRest(sandbox) ? contents.shell : screen}
        </section>
      )}
      <div className="flex min-h-0 min-w-0 flex-col">
        {wasOver === undefined && <PanelGroupSkeleton>{isWide ? <TimelineSkeleton /> : undefined}</PanelGroupSkeleton>}
        {panelGroups}
      </div>
    </div>
  );
}
