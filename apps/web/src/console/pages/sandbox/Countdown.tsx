import { useEffect, useState } from "react";
import { t } from "../../../language/text.ts";
import { serverNow } from "../../../session/server-clock.ts";
import { cx } from "../../../ui/cx.ts";
import { formatFull } from "../../parts/format.ts";
import { isSoon } from "../sandboxes/time-left.ts";

const SECOND_MS = 1_000;

/** Remaining lifetime of a sandbox, updated every second. */
export function Countdown({ to }: { to: string }) {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Math.max(0, Date.parse(to) - nowMs);
  return (
    <span
      title={t("Ends {time}", { time: formatFull(to) })}
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
