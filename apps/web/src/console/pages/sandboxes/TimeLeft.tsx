import type { Sandbox } from "@terrarium/contract/sandbox";
import { t } from "../../../language/text.ts";
import { cx } from "../../../ui/cx.ts";
import { isSoon } from "../../../viewer/parts/Countdown.tsx";
import { formatFull } from "../../parts/format.ts";
import { formatTimeLeft } from "../../parts/time-left.ts";

export interface TimeLeftProps {
  sandbox: Sandbox;
  nowMs: number;
  /** Words around the formatted time. Default: none. */
  words?: (time: string) => string;
}

const plain = (time: string): string => time;

/** The remaining time of a running sandbox, in a warning color near its end; "-" for other sandboxes. */
export function TimeLeft({ sandbox, nowMs, words = plain }: TimeLeftProps) {
  if (sandbox.status !== "Running") return "-";
  const leftMs = Math.max(0, Date.parse(sandbox.expiresAt) - nowMs);
  return (
    <time
      dateTime={sandbox.expiresAt}
      title={t("Ends {time}", { time: formatFull(sandbox.expiresAt) })}
      className={cx("tabular-nums", isSoon(leftMs) && "text-warn")}
    >
      {words(formatTimeLeft(leftMs))}
    </time>
  );
}
