import { localTime, zoneMs } from "./zone-time.ts";

/** Position of the year: after month, day, hour and minute as for `date`, or before them as for `touch -t`. */
export type CompactOrder = "yearFirst" | "yearLast";

/**
 * Parses `@seconds`, `2024-01-02 03:04:05`, `2024-01-02T03:04Z`, `hh:mm`, or `MMDDhhmm[.ss]` with `[CC]YY` before the
 * month or after the minutes. Returns epoch milliseconds, undefined for an invalid date.
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

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** Patterns of the strptime(3) codes. Each group is a part of a date. */
const readers: Readonly<Record<string, RegExp>> = {
  "%": /%/y,
  a: /[a-z]+/iy,
  b: new RegExp(`(?<monthName>${months.join("|")})[a-z]*`, "iy"),
  d: /\s*(?<day>\d{1,2})/y,
  H: /\s*(?<hour>\d{1,2})/y,
  I: /\s*(?<hour12>\d{1,2})/y,
  m: /(?<month>\d{1,2})/y,
  M: /(?<minute>\d{1,2})/y,
  p: /(?<half>am|pm)/iy,
  s: /(?<epoch>\d{1,12})/y,
  S: /(?<second>\d{1,2})/y,
  y: /(?<shortYear>\d{1,2})/y,
  Y: /(?<year>\d{1,4})/y,
};
const SAME_AS: Readonly<Record<string, string>> = { A: "a", B: "b", h: "b", e: "d", k: "H", l: "I" };
const TOGETHER: Readonly<Record<string, string>> = {
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  R: "%H:%M",
  r: "%I:%M:%S %p",
  T: "%H:%M:%S",
  n: " ",
  t: " ",
};

/** Reads the parts of a date as strptime(3) does. Returns undefined if the text does not match the format. */
function readParts(format: string, text: string): Record<string, string> | undefined {
  const parts: Record<string, string> = {};
  const codes = format.replaceAll(/%([DFRrTnt])/g, (_, code: string) => TOGETHER[code] ?? "");
  let at = 0;
  for (const [token, code] of codes.matchAll(/%([^])|\s+|[^]/g)) {
    if (token.trim() === "") while (/\s/.test(text.charAt(at))) at += 1;
    else if (code === undefined) {
      if (text.charAt(at++) !== token) return undefined;
    } else {
      const reader = readers[SAME_AS[code] ?? code];
      if (!reader) return undefined;
      reader.lastIndex = at;
      const found = reader.exec(text);
      if (!found) return undefined;
      at += found[0].length;
      Object.assign(parts, found.groups);
    }
  }
  return at === text.length ? parts : undefined;
}

/**
 * Parses a date in a strptime(3) format. The date must name its day; year and month default to January 1900. Returns
 * epoch milliseconds, undefined for an invalid date.
 */
export function parseDateAs(format: string, text: string, zone: string): number | undefined {
  const parts = readParts(format, text);
  if (!parts) return undefined;
  if (parts["epoch"] !== undefined) return Number(parts["epoch"]) * 1000;
  const { shortYear, monthName, hour12, half, day = 0, minute, second } = parts;
  const century = Number(shortYear) < 69 ? 2000 : 1900;
  const year = parts["year"] ?? (shortYear === undefined ? 1900 : century + Number(shortYear));
  const month = parts["month"] ?? (monthName === undefined ? 1 : months.indexOf(monthName.toLowerCase()) + 1);
  const noonHour = half?.toLowerCase() === "pm" ? 12 : 0;
  const hour = hour12 === undefined ? parts["hour"] : (Number(hour12) % 12) + noonHour;
  return timeMs({ year, month, day, hour, minute, second }, zone);
}

type Parts = Partial<Record<"year" | "month" | "day" | "hour" | "minute" | "second", string | number | undefined>>;

function timeMs({ year, month, day, hour, minute, second }: Parts, zone: string): number | undefined {
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = [year, month, day, hour, minute, second].map((part) =>
    Number(part ?? 0),
  );
  return zoneMs({ year: y, month: mo, day: d, hour: h, minute: mi, second: s }, zone);
}
