import { t } from "../../language/text.ts";
import { cx } from "../../ui/cx.ts";
import { useServerNow } from "./use-server-now.ts";

const SECOND_MS = 1_000;
/** Remaining time below which a sandbox counts as ending soon. */
export const SOON_MS = 5 * 60 * SECOND_MS;

export const isSoon = (leftMs: number): boolean => leftMs < SOON_MS;

export interface CountdownProps {
  /** Time of the end, as in the API. */
  to: string;
  /** Text shown on hover. */
  title?: string;
}

/** Remaining lifetime of a sandbox, updated every second. */
export function Countdown({ to, title }: CountdownProps) {
  const leftMs = Math.max(0, Date.parse(to) - useServerNow());
  return (
    <span
      title={title}
      className={cx("font-mono text-xs whitespace-nowrap tabular-nums", isSoon(leftMs) ? "text-warn" : "text-mute")}
    >
      {t("ends in {time}", { time: formatLeft(leftMs) })}
    </span>
  );
}

/** Formats a duration as 4:12 or 1:04:12. */
export function formatLeft(leftMs: number): string {
  const seconds = Math.floor(leftMs / SECOND_MS);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? [hours, ...parts].join(":") : parts.join(":").replace(/^0/, "");
}
