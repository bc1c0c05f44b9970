/** Time zones that contain their own offset, the same all year: `UTC-3` is three hours ahead of UTC (POSIX, TZ). */

const PATTERN = /^(?:([A-Za-z]{3,})|<([A-Za-z0-9+-]{3,})>)([-+]?)(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?$/;

export interface FixedZone {
  name: string;
  /** Time that its clocks are ahead of UTC. */
  offsetMs: number;
}

/** Parses a zone. Returns undefined for a named zone or one with summer time. */
export function fixedZone(zone: string): FixedZone | undefined {
  const [match, plain, quoted, sign, hours, minutes = 0, seconds = 0] = PATTERN.exec(zone) ?? [];
  if (match === undefined || Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const behindMs = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return { name: plain ?? quoted ?? "", offsetMs: sign === "-" ? behindMs : -behindMs };
}
