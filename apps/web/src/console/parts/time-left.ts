import { t } from "../../language/text.ts";

const MINUTE_MS = 60_000;
/** Formats the remaining time as "< 1 min", "12 min" or "1 h 4 min", rounded down to whole minutes. */
export function formatTimeLeft(leftMs: number): string {
  const minutes = Math.floor(leftMs / MINUTE_MS);
  if (minutes < 1) return t("< 1 min");
  if (minutes < 60) return t("{count} min", { count: minutes });
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
