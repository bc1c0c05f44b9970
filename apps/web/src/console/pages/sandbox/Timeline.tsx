import type { SandboxDetails } from "@terrarium/contract/sandbox";
import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { useSandboxActions } from "../../../api/sandboxes.ts";
import { type Label, t } from "../../../language/text.ts";
import { Chip } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useIsShown } from "../../../viewer/parts/shown.ts";
import { formatClock, formatFull } from "../../parts/format.ts";
import { outcomeWords } from "../../parts/outcome-words.ts";
import { ActionDetails } from "./ActionDetails.tsx";
import { type TimelineEntry, timelineEntries } from "./timeline-entries.ts";

const SKELETON_ROWS = 6;
const MOUSE_HINT = "Actions appear here: clicks, text and keys, from you or from your code.";
/** Hints for a timeline without actions. */
const HINTS: Record<SandboxKind, Label> = {
  phone: "Actions appear here: taps, text and keys, from you or from your code.",
  linux: "Actions appear here: commands and files, from you or from your code.",
  browser: MOUSE_HINT,
  desktop: MOUSE_HINT,
};

export interface TimelineProps {
  sandboxId: string;
  sandbox: SandboxDetails | undefined;
  isLive: boolean;
}

/** Actions on the device with their actors, newest first, updated live. */
export function Timeline({ sandboxId, sandbox, isLive }: TimelineProps) {
  const isShown = useIsShown();
  const { data, error, refetch } = useSandboxActions(sandboxId, isLive && isShown);
  if (error !== null && data === undefined)
    return (
      <div role="alert" className="flex flex-col items-center gap-4 px-4 py-14 text-center text-sm">
        <p className="text-bad">
          {t("{failure}: {reason}", { failure: t("The timeline could not be loaded"), reason: messageOf(error) })}
        </p>
        <Button onClick={() => void refetch()}>{t("Try Again")}</Button>
      </div>
    );
  if (data === undefined || sandbox === undefined) return <TimelineSkeleton />;
  const entries = timelineEntries(sandbox, data);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
    <div tabIndex={0} className="h-full overflow-y-auto px-4 py-2 focus-visible:-outline-offset-2 sm:px-5">
      {data.length === 0 && sandbox.status === "Running" && (
        <p className="my-2 rounded-lg border border-line px-4 py-3 text-sm text-mute">{t(HINTS[sandbox.kind])}</p>
      )}
      <ol>
        {entries.map((entry, index) => (
          <Entry key={entry.id} entry={entry} screen={sandbox.resolution} isNewest={index === 0 && isLive} />
        ))}
      </ol>
    </div>
  );
}

type Screen = NonNullable<SandboxDetails["resolution"]>;

interface EntryProps {
  entry: TimelineEntry;
  screen: Screen | undefined;
  isNewest: boolean;
}

const ROW = "grid grid-cols-[56px_9px_minmax(0,1fr)_auto] gap-x-3 py-2.5 text-left";

/** A row of the timeline. The row of an action opens to its details. */
function Entry({ entry, screen, isNewest }: EntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const details = useId();
  const { action } = entry;
  const line = <Line entry={entry} screen={screen} isNewest={isNewest} isOpen={isOpen} />;
  return (
    <li className="border-b border-line last:border-0">
      {action === undefined ? (
        <div className={ROW}>{line}</div>
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className={cx(ROW, "-mx-2 w-[calc(100%+1rem)] rounded-md px-2 select-text hover:bg-raised")}
        >
          {line}
        </button>
      )}
      {isOpen && action !== undefined && <ActionDetails id={details} action={action} />}
    </li>
  );
}

function Line({ entry, screen, isNewest, isOpen }: EntryProps & { isOpen: boolean }) {
  const { at, words, note, way, actorName, isProgram, failure, action, isLife } = entry;
  return (
    <>
      <time dateTime={at} title={formatFull(at)} className="pt-0.5 font-mono text-xs text-mute tabular-nums">
        {formatClock(Date.parse(at))}
      </time>
      <span
        aria-hidden="true"
        className={cx(
          "mt-1.5 size-2 rounded-full",
          failure !== undefined ? "bg-bad" : isNewest || isLife ? "bg-accent" : "bg-line2",
          isNewest && "shadow-[0_0_0_3px_var(--accent-soft)]",
        )}
      />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className={cx("min-w-0 break-words", !isLife && "font-medium")}>{words}</span>
          {actorName !== undefined && <Chip title={isProgram ? t("(API key)") : undefined}>{actorName}</Chip>}
          {failure !== undefined && (
            <span className="text-xs text-bad" title={failure}>
              {outcomeWords(failure)}
            </span>
          )}
          {action?.exitCode !== undefined && action.exitCode !== null && action.exitCode !== 0 && (
            <span className="text-xs text-bad">{t("exit code {code}", { code: action.exitCode })}</span>
          )}
        </span>
        {note !== "" && <span className="mt-0.5 block font-mono text-xs text-mute tabular-nums">{note}</span>}
      </span>
      <span className="flex items-center gap-2 self-center">
        {screen && way.length >= 2 && <Place way={way} screen={screen} />}
        {action !== undefined && (
          <ChevronRight
            className={cx("size-3.5 text-faint transition-transform", isOpen && "rotate-90")}
            strokeWidth={1.7}
            aria-hidden="true"
          />
        )}
      </span>
    </>
  );
}

/** Length of a screen outline's longer side, in pixels. */
const PLACE_PX = 40;

/** A small outline of the screen with the position or path of the finger. */
function Place({ way, screen }: { way: readonly number[]; screen: Screen }) {
  const [x = 0, y = 0, endX = x, endY = y] = way;
  // A rotated device swaps width and height.
  const isTurned = Math.max(x, endX) > screen.width || Math.max(y, endY) > screen.height;
  const [width, height] = isTurned ? [screen.height, screen.width] : [screen.width, screen.height];
  const unit = Math.max(width, height) / PLACE_PX;
  return (
    <svg
      aria-hidden="true"
      width={width / unit}
      height={height / unit}
      viewBox={`0 0 ${width} ${height}`}
      className="self-center overflow-visible rounded-[5px] bg-raised ring-1 ring-line2"
    >
      <line
        x1={x}
        y1={y}
        x2={endX}
        y2={endY}
        stroke="var(--accent)"
        strokeWidth={1.5 * unit}
        strokeLinecap="round"
        opacity={0.55}
      />
      <circle cx={endX} cy={endY} r={2.75 * unit} fill="var(--accent)" />
    </svg>
  );
}

/** Placeholder until the first entries are loaded. */
export function TimelineSkeleton() {
  return (
    <output aria-label={t("Loading")} className="block px-4 py-2 sm:px-5">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <span key={row} className="flex items-center gap-5 border-b border-line py-3 last:border-0">
          <Skeleton className="h-3 w-14" />
          <Skeleton className={row % 2 === 0 ? "h-3 w-40" : "h-3 w-56"} />
        </span>
      ))}
    </output>
  );
}
