/** Converts between epoch milliseconds and local times in a zone. */
import { fixedZone } from "./fixed-zone.ts";

export interface LocalTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
}

/** Converts a UTC time to epoch milliseconds. Omitted parts are the lowest possible. */
export function utcMs({ year, month, day = 1, hour = 0, minute = 0, second = 0 }: LocalTime): number {
  const date = new Date(0);
  // Date.UTC would read years below 100 as years of the twentieth century.
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, 0);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time in the zone. */
export function localTime(ms: number, zone: string): Required<LocalTime> {
  const fixed = fixedZone(zone);
  if (fixed) return utcTime(ms + fixed.offsetMs);
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "iso8601",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  formatters.set(zone, formatter);
  const found = Object.fromEntries(formatter.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return { year, month, day, hour, minute, second };
}

function utcTime(ms: number): Required<LocalTime> {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function offsetMs(ms: number, zone: string): number {
  return utcMs(localTime(ms, zone)) - Math.floor(ms / 1000) * 1000;
}

/**
 * Converts a local time in the zone to epoch milliseconds. Returns undefined for an impossible time, such as 24:00. A
 * day beyond the month's end belongs to the next month, as in mktime(3).
 */
export function zoneMs(time: Required<LocalTime>, zone: string): number | undefined {
  const { month, day, hour, minute, second } = time;
  const isTime = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 23 && minute <= 59 && second <= 60;
  if (!isTime) return undefined;
  const local = utcMs(time);
  // Near a change of the zone's offset, the first guess may use the wrong offset.
  const guess = local - offsetMs(local, zone);
  return local - offsetMs(guess, zone);
}
