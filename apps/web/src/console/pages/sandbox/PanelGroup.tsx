import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import { type ReactNode, Suspense, useState } from "react";
import { t } from "../../../language/text.ts";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { type PanelAction, panelOf } from "./panels.ts";

const SKELETON_TABS = ["h-3 w-20", "h-3 w-14", "h-3 w-16"];

export interface PanelGroupProps {
  panels: readonly PanelAction[];
  current: PanelAction | undefined;
  contents: Readonly<Record<PanelAction, ReactNode>>;
  kind: SandboxKind | undefined;
}

/** Panels that share a place. What was looked at once goes on out of sight: a shell keeps its session, the log its lines. */
export function PanelGroup({ panels, current, contents, kind }: PanelGroupProps) {
  const [seen, setSeen] = useState<ReadonlySet<PanelAction>>(new Set());
  if (current !== undefined && !seen.has(current)) setSeen(new Set([...seen, current]));
  const members = panels.map((action) => panelOf(action, kind));
  return (
    <div className="flex min-h-0 flex-1 flex-col not-first:border-t not-first:border-line">
      <nav
        aria-label={t("Views of the device")}
        className="flex h-10 shrink-0 gap-1 overflow-x-auto border-b border-line px-2 [scrollbar-width:none] sm:px-2.5"
      >
        {members.map(({ action, label, Icon }) => (
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
        ))}
      </nav>
      <div className="relative min-h-0 flex-1">
        {members.map(({ action, label }) => (
          <section
            key={action}
            aria-label={t(label)}
            // Out of sight it keeps its size, so that nothing in it has to be laid out again.
            className={cx("absolute inset-0 overflow-hidden", action !== current && "invisible")}
          >
            {seen.has(action) && <Suspense fallback={<Loading />}>{contents[action]}</Suspense>}
          </section>
        ))}
      </div>
    </div>
  );
}

/** The place of a group until it is known which panels it has. */
export function PanelGroupSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-5 border-b border-line px-4.5 sm:px-5">
        {SKELETON_TABS.map((className) => (
          <Skeleton key={className} className={className} />
        ))}
      </div>
      <div className="min-h-0 flex-1 overflow-hidden">{children ?? <Loading />}</div>
    </div>
  );
}

function Loading() {
  return (
    <output aria-label={t("Loading")} className="grid h-full place-items-center text-faint">
      <Spinner />
    </output>
  );
}
