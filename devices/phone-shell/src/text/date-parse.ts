import { localTime, zoneMs } from "./zone-time.ts";

/** Whether month, day, hour and minute are followed by the year, as for `date`, or come after it, as for `touch -t`. */
export type CompactOrder = "yearFirst" | "yearLast";

/**
 * `@seconds`, `2024-01-02 03:04:05`, `2024-01-02T03:04Z`, `hh:mm`, or `MMDDhhmm[.ss]` with `[CC]YY` before or behind the
 * minutes: epoch milliseconds; undefined for what is no date.
 */
export function parseDate(
  text: string,
  zone: string,
  nowMs: number,
  order: CompactOrder = "yearLast",
): number | undefined {
  const epoch = /^@(-?\d+)(\.\d+)?$/.exec(text);
  if (epoch) return Number(epoch[1]) * 1000 + Math.floor(Number(epoch[2] ?? 0) * 1000);
  const today = localTime(nowMs, zone);
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|[-+]\d\d:?\d\d)?$/.exec(
    text,
  );
  if (iso) {
    const [, year, month, day, hour, minute, second, offset] = iso;
    const ms = timeMs({ year, month, day, hour, minute, second }, offset === undefined ? zone : "UTC");
    const [, sign, hours = 0, minutes = 0] = /^([-+])(\d\d):?(\d\d)$/.exec(offset ?? "") ?? [];
    const offsetMinutes = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    return ms === undefined ? undefined : ms - offsetMinutes * 60_000;
  }
  const [, hour, minute, second] = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  if (hour !== undefined) return timeMs({ ...today, hour, minute, second }, zone);
  const compact =
    order === "yearFirst"
      ? /^(?<year>(?:\d\d)?\d\d)?(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?:\.(?<second>\d\d))?$/
      : /^(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<year>(?:\d\d)?\d\d)?(?:\.(?<second>\d\d))?$/;
  const found = compact.exec(text)?.groups;
  if (!found) return undefined;
  const year = found["year"] ?? String(today.year);
  return timeMs({ ...found, year: year.length === 2 ? `20${year}` : year }, zone);
}

type Parts = Partial<Record<"year" | "month" | "day" | "hour" | "minute" | "second", string | number | undefined>>;

function timeMs({ year, month, day, hour, minute, second }: Parts, zone: string): number | undefined {
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = [year, month, day, hour, minute, second].map((part) =>
    Number(part ?? 0),
  );
  return zoneMs({ year: y, month: mo, day: d, hour: h, minute: mi, second: s }, zone);
}
