/** Formats dates as strftime(3) does. */
import { fixedZone } from "./fixed-zone.ts";
import { localTime, utcMs } from "./zone-time.ts";

const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const monthNames = "January February March April May June July August September October November December".split(" ");

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  weekday: number;
  yearDay: number;
  offsetMinutes: number;
}

function partsOf(ms: number, zone: string): Parts {
  const time = localTime(ms, zone);
  const local = utcMs(time);
  return {
    ...time,
    weekday: new Date(local).getUTCDay(),
    yearDay: Math.floor((local - utcMs({ year: time.year, month: 1 })) / 86_400_000) + 1,
    offsetMinutes: Math.round((local - Math.floor(ms / 1000) * 1000) / 60_000),
  };
}

export function formatDate(format: string, ms: number, zone: string): string {
  const parts = partsOf(ms, zone);
  const two = (value: number) => String(value).padStart(2, "0");
  const { year, month, day, hour, minute, second, weekday, yearDay, offsetMinutes } = parts;
  const codes: Record<string, () => string> = {
    "%": () => "%",
    a: () => DAY_NAMES[weekday]?.slice(0, 3) ?? "",
    A: () => DAY_NAMES[weekday] ?? "",
    b: () => monthNames[month - 1]?.slice(0, 3) ?? "",
    B: () => monthNames[month - 1] ?? "",
    c: () => formatDate("%a %b %e %H:%M:%S %Y", ms, zone),
    C: () => two(Math.floor(year / 100)),
    d: () => two(day),
    D: () => formatDate("%m/%d/%y", ms, zone),
    e: () => String(day).padStart(2),
    F: () => formatDate("%Y-%m-%d", ms, zone),
    h: () => monthNames[month - 1]?.slice(0, 3) ?? "",
    H: () => two(hour),
    I: () => two(hour % 12 || 12),
    j: () => String(yearDay).padStart(3, "0"),
    k: () => String(hour).padStart(2),
    l: () => String(hour % 12 || 12).padStart(2),
    m: () => two(month),
    M: () => two(minute),
    n: () => "\n",
    N: () => String(Math.floor((ms % 1000) * 1_000_000)).padStart(9, "0"),
    p: () => (hour < 12 ? "AM" : "PM"),
    r: () => formatDate("%I:%M:%S %p", ms, zone),
    R: () => formatDate("%H:%M", ms, zone),
    s: () => String(Math.floor(ms / 1000)),
    S: () => two(second),
    t: () => "\t",
    T: () => formatDate("%H:%M:%S", ms, zone),
    u: () => String(weekday || 7),
    U: () => two(Math.floor((yearDay + 6 - weekday) / 7)),
    w: () => String(weekday),
    W: () => two(Math.floor((yearDay + 6 - ((weekday + 6) % 7)) / 7)),
    x: () => formatDate("%m/%d/%y", ms, zone),
    X: () => formatDate("%H:%M:%S", ms, zone),
    g: () => two(isoWeek(parts).year % 100),
    G: () => String(isoWeek(parts).year),
    V: () => two(isoWeek(parts).week),
    y: () => two(year % 100),
    Y: () => String(year),
    z: () =>
      `${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(offsetMinutes) / 60))}${two(Math.abs(offsetMinutes) % 60)}`,
    Z: () => zoneName(ms, zone),
  };
  return format.replace(/%([-_]?)([a-zA-Z%])/g, (token, flag: string, code: string) => {
    const text = codes[code]?.();
    if (text === undefined) return token;
    return flag === "-"
      ? text.replace(/^[0 ]+(?=\d)/, "")
      : flag === "_"
        ? text.replace(/^0+(?=\d)/, (zeros) => " ".repeat(zeros.length))
        : text;
  });
}

/** Returns the ISO 8601 week. It belongs to the year of its Thursday. */
function isoWeek({ year, month, day, weekday }: Parts): { year: number; week: number } {
  const thursday = new Date(Date.UTC(year, month - 1, day + 4 - (weekday || 7)));
  const firstMs = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return { year: thursday.getUTCFullYear(), week: Math.floor((thursday.getTime() - firstMs) / (7 * 86_400_000)) + 1 };
}

function zoneName(ms: number, zone: string): string {
  const fixed = fixedZone(zone);
  if (fixed) return fixed.name;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" }).formatToParts(ms);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}
