/** Returns the minutes that a zone is ahead of another at this time. */
export function minutesAhead(zone: string, ofZone: string, atMs: number): number {
  return offsetMinutes(zone, atMs) - offsetMinutes(ofZone, atMs);
}

function offsetMinutes(zone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(atMs);
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d+):?(\d+)?)?/.exec(name) ?? [];
  const total = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === "-" ? -total : total;
}
