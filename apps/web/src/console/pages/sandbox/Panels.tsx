import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import { PanelRightClose } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { KeptView, ViewLoading } from "../../../viewer/parts/KeptView.tsx";
import { type PanelAction, panelOf } from "./panels.ts";

const SKELETON_TABS = ["h-3 w-20", "h-3 w-14", "h-3 w-16"];

export interface PanelTabsProps {
  panels: readonly PanelAction[];
  current: PanelAction | undefined;
  kind: SandboxKind | undefined;
  /** Area of the workspace's grid. */
  area: string;
  /** Whether other panels are above. */
  isLower: boolean;
  isShown: boolean;
  /** Hides all panels. Undefined if they cannot be hidden. */
  onHide: (() => void) | undefined;
}

/** Tabs of the panels that share a place. */
export function PanelTabs({ panels, current, kind, area, isLower, isShown, onHide }: PanelTabsProps) {
  return (
    <div
      style={{ gridArea: area }}
      className={cx(
        "@container flex min-w-0 items-center border-b border-line",
        isLower ? "h-10.25 border-t" : "h-10",
        !isShown && "invisible",
      )}
    >
      <nav
        aria-label={t("Views of the device")}
        className="flex h-full min-w-0 flex-1 gap-1 overflow-x-auto px-2 [scrollbar-width:none] sm:px-2.5"
      >
        {panels.map((panel) => {
          const { action, label, Icon } = panelOf(panel, kind);
          return (
            <a
              key={action}
              href={`#!action=${action}`}
              aria-current={action === current ? "page" : undefined}
              className={cx(
                "flex shrink-0 items-center gap-2 border-y-[1.5px] border-t-transparent px-2.5 text-sm font-medium transition-colors focus-visible:-outline-offset-2",
                action === current ? "border-b-accent text-text" : "border-b-transparent text-mute hover:text-text",
              )}
            >
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden @max-md:hidden" />
              {t(label)}
            </a>
          );
        })}
      </nav>
      {onHide && (
        <IconButton label={t("Hide panels")} className="mr-1" onClick={onHide}>
          <PanelRightClose className="size-4" strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

export interface PanelProps {
  label: string;
  /** Area of the workspace's grid. */
  area: string;
  isShown: boolean;
  /** Whether its height fits its content instead of its place. */
  isFitted?: boolean;
  /** Whether it covers the whole workspace. */
  isCovering?: boolean;
  children: ReactNode;
}

export function Panel({ label, area, isShown, isFitted = false, isCovering = false, children }: PanelProps) {
  return (
    <KeptView
      label={label}
      isShown={isShown}
      style={{ gridArea: isCovering ? "auto" : area }}
      className={cx("min-h-0 min-w-0", isCovering ? "absolute inset-0 z-20" : "relative")}
    >
      {/* Collapsed panels keep a usual width, so that a terminal keeps its columns. */}
      <div className={isFitted ? undefined : "absolute inset-0 min-w-70 overflow-hidden"}>{children}</div>
    </KeptView>
  );
}

/** Placeholder until the set of panels is known. */
export function PanelsSkeleton({ column, children }: { column: number; children?: ReactNode }) {
  return (
    <div
      style={{ gridColumn: column, gridRow: "1 / -1" }}
      className={cx("flex min-h-0 min-w-0 flex-col", column > 1 && "border-l border-line")}
    >
      <div className="flex h-10 shrink-0 items-center gap-5 border-b border-line px-4.5 sm:px-5">
        {SKELETON_TABS.map((className) => (
          <Skeleton key={className} className={className} />
        ))}
      </div>
      <div className="min-h-0 flex-1 overflow-hidden">{children ?? <ViewLoading />}</div>
    </div>
  );
}
