import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { ReactNode } from "react";
import { t } from "../../../language/text.ts";
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
}

/** Tabs of the panels that share a place. */
export function PanelTabs({ panels, current, kind, area }: PanelTabsProps) {
  return (
    <nav
      aria-label={t("Views of the device")}
      style={{ gridArea: area }}
      className="flex h-10 gap-1 overflow-x-auto border-b border-line px-2 [scrollbar-width:none] sm:px-2.5 [nav~&]:h-10.25 [nav~&]:border-t"
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
            <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
            {t(label)}
          </a>
        );
      })}
    </nav>
  );
}

export interface PanelProps {
  label: string;
  /** Area of the workspace's grid. */
  area: string;
  isShown: boolean;
  /** Whether its height fits its content instead of its place. */
  isFitted?: boolean;
  className?: string;
  children: ReactNode;
}

export function Panel({ label, area, isShown, isFitted = false, className, children }: PanelProps) {
  return (
    <KeptView
      label={label}
      isShown={isShown}
      style={{ gridArea: area }}
      className={cx("relative min-h-0 min-w-0", className)}
    >
      <div className={isFitted ? undefined : "absolute inset-0 overflow-hidden"}>{children}</div>
    </KeptView>
  );
}

/** Placeholder until the set of panels is known. */
export function PanelsSkeleton({ column, children }: { column: number; children?: ReactNode }) {
  return (
    <div style={{ gridColumn: column, gridRow: "1 / -1" }} className="flex min-h-0 min-w-0 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-5 border-b border-line px-4.5 sm:px-5">
        {SKELETON_TABS.map((className) => (
          <Skeleton key={className} className={className} />
        ))}
      </div>
      <div className="min-h-0 flex-1 overflow-hidden">{children ?? <ViewLoading />}</div>
    </div>
  );
}
