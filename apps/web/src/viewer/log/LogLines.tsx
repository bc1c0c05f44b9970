import { ArrowDown } from "lucide-react";
import { useDeferredValue, useLayoutEffect, useRef, useState } from "react";
import { type Label, t } from "../../language/text.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Segments } from "../../ui/Segments.tsx";
import { type LogLevel, type LogLine, passesLog } from "./log-lines.ts";

/** Within this distance of its end, the list follows new lines. */
const FOLLOW_PX = 40;

const LEVELS = [
  { value: "V", label: "All" },
  { value: "I", label: "Info" },
  { value: "W", label: "Warnings" },
  { value: "E", label: "Errors" },
] as const satisfies readonly { value: LogLevel; label: Label }[];
const COLOURS: Readonly<Record<LogLevel, string>> = {
  V: "text-faint",
  D: "text-faint",
  I: "text-accent",
  W: "text-warn",
  E: "text-bad",
  F: "text-bad",
};

export interface LogLinesProps {
  lines: readonly LogLine[];
  /** Text shown if there are no lines. */
  whenEmpty: string;
}

/** Lines of a log, filtered by level and text. The newest stay visible. */
export function LogLines({ lines, whenEmpty }: LogLinesProps) {
  const [least, setLeast] = useState<LogLevel>("V");
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const shown = lines.filter((line) => passesLog(line, least, wanted));
  const { list, isFollowing, follow, onScroll } = useFollow();
  return (
    <div className="@container relative flex h-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <input
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          placeholder={t("Find in the log...")}
          aria-label={t("Find in the log")}
          className="h-8 min-w-28 flex-1 rounded-[7px] border border-line2 bg-panel px-2.5 text-sm @lg:max-w-72"
        />
        <Segments
          label={t("Level")}
          entries={LEVELS.map(({ value, label }) => ({ value, label: t(label) }))}
          value={least}
          onChange={setLeast}
        />
      </div>
      <section
        ref={list}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
        tabIndex={0}
        aria-label={t("Log of the device")}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-auto px-4 pb-3 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
      >
        {shown.map((line) => (
          <p key={line.number} className="flex gap-x-3 hover:bg-raised @max-lg:flex-wrap @max-lg:pb-1.5">
            <time className="shrink-0 text-faint">{line.time}</time>
            <b className={cx("shrink-0 font-medium", COLOURS[line.level])}>{line.level}</b>
            <span className="w-32 shrink-0 truncate text-mute @max-lg:w-auto" title={line.tag}>
              {line.tag}
            </span>
            <span className="min-w-0 break-words whitespace-pre-wrap @max-lg:w-full">{line.text}</span>
          </p>
        ))}
        {shown.length === 0 && (
          <p className="pt-10 text-center font-sans text-sm text-mute">
            {lines.length > 0 ? t("No matching log lines.") : whenEmpty}
          </p>
        )}
      </section>
      {!isFollowing && (
        <Button className="absolute right-6 bottom-4 shadow-overlay" onClick={follow}>
          <ArrowDown className="size-3.5 text-mute" aria-hidden="true" />
          {t("Follow")}
        </Button>
      )}
    </div>
  );
}

/** Keeps a list scrolled to its end while new lines arrive, unless the user has scrolled up. */
function useFollow() {
  const list = useRef<HTMLElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  useLayoutEffect(() => {
    if (isFollowing) list.current?.scrollTo({ top: list.current.scrollHeight });
  });
  const onScroll = () => {
    const element = list.current;
    if (element === null) return;
    setIsFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < FOLLOW_PX);
  };
  return { list, isFollowing, follow: () => setIsFollowing(true), onScroll };
}
