import { memo, type ReactNode, useEffect, useRef } from "react";
import { t } from "../../../language/text.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { cx } from "../../../ui/cx.ts";
import { type Place, splitByPlace } from "./place.ts";
import type { LogLine } from "./run.ts";

const KINDS: Record<LogLine["kind"], string> = { log: "text-text", error: "text-bad", note: "text-mute" };
/** Within this distance of the end, the view follows new lines. */
const FOLLOW_PX = 24;

const seconds = (atMs: number): string => (atMs / 1_000).toFixed(1);

export interface LogViewProps {
  lines: readonly LogLine[];
  /** Shows a position of the script. Undefined if the editor has another script. */
  onPlace: ((place: Place) => void) | undefined;
}

/** Log lines of the script, with the seconds since its start. Follows the end unless the user has scrolled up. */
export function LogView({ lines, onPlace }: LogViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  useEffect(() => {
    if (lines.length > 0 && view.current !== null && isFollowing.current)
      view.current.scrollTop = view.current.scrollHeight;
  }, [lines]);
  return (
    <section
      aria-label={t("Logs")}
      className="flex min-h-52 flex-1 flex-col overflow-hidden rounded-[10px] border border-line bg-panel"
    >
      <header className="flex h-9 shrink-0 items-center justify-between border-b border-line bg-bg pr-1.5 pl-3.5">
        <h2 className="label-caps text-faint">{t("Logs")}</h2>
        {lines.length > 0 && (
          <CopyButton text={lines.map(({ text }) => text).join("\n")} label={t("Copy the logs")} className="size-7!" />
        )}
      </header>
      <div
        ref={view}
        role="log"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        tabIndex={0}
        aria-label={t("Log lines")}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isFollowing.current = scrollHeight - scrollTop - clientHeight < FOLLOW_PX;
        }}
        className="h-0 flex-1 overflow-y-auto px-3.5 py-2.5 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
      >
        {lines.length === 0 && <p className="text-faint">{t("The script's console.log output appears here.")}</p>}
        {lines.map((line) => (
          <Line key={line.id} line={line} onPlace={onPlace} />
        ))}
      </div>
    </section>
  );
}

interface LineProps extends Pick<LogViewProps, "onPlace"> {
  line: LogLine;
}

const Line = memo(function Line({ line: { kind, text, atMs }, onPlace }: LineProps) {
  return (
    <div className={cx("flex gap-3", KINDS[kind])}>
      <span className="w-10 shrink-0 text-right text-faint select-none">{seconds(atMs)}</span>
      <span className="min-w-0 break-words whitespace-pre-wrap">
        {onPlace === undefined ? text : linked(text, onPlace)}
      </span>
    </div>
  );
});

/** Returns a text whose positions in the script are buttons. */
const linked = (text: string, onPlace: (place: Place) => void): ReactNode =>
  splitByPlace(text).map(({ text: part, place }, index) =>
    place === undefined ? (
      part
    ) : (
      <button
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a line never change
        key={index}
        type="button"
        title={t("Go to line {line}", { line: place.line })}
        className="rounded-sm underline decoration-current/50 underline-offset-2 hover:decoration-current"
        onClick={() => onPlace(place)}
      >
        {part}
      </button>
    ),
  );
