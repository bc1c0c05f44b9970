/** The zone's offset from UTC at a moment, in milliseconds. */
function offsetMs(ms: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(ms);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
  return local - Math.floor(ms / 1000) * 1000;
}

/** `@seconds`, `2024-01-02 03:04:05`, `2024-01-02T03:04Z`, `MMDDhhmm[[CC]YY][.ss]`, `hh:mm`: epoch milliseconds. */
export function parseDate(text: string, zone: string, nowMs: number): number | undefined {
  const epoch = /^@(-?\d+)(\.\d+)?$/.exec(text);
  if (epoch) return Number(epoch[1]) * 1000 + Math.floor(Number(epoch[2] ?? 0) * 1000);
  const now = new Date(nowMs);
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|[-+]\d\d:?\d\d)?$/.exec(
    text,
  );
  if (iso) {
    const [, year, month, day, hour = 0, minute = 0, second = 0, offset] = iso;
    const utc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
    if (offset === undefined) return utc - offsetMs(utc, zone);
    const [, sign, hours, minutes] = /^([-+])(\d\d):?(\d\d)$/.exec(offset) ?? [];
    return utc - (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  }
  const time = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(text);
  if (time) {
    const utc = Date.UTC(
      now.getUTCFullYear(),
      now.getUTCMonth(),
      now.getUTCDate(),
      Number(time[1]),
      Number(time[2]),
      Number(time[3] ?? 0),
    );
    return utc - offsetMs(utc, zone);
  }
  // touch -t writes the year first, date last.
  const compact = /^((?:\d\d)?\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(text);
  if (!compact) return undefined;
  const [, year, month, day, hour, minute, second = 0] = compact;
  const full = year === undefined ? now.getUTCFullYear() : year.length === 2 ? 2000 + Number(year) : Number(year);
  const utc = Date.UTC(full, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return utc - offsetMs(utc, zone);
}
