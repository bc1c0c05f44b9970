export const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
export const DURATION_PATTERN = /^(\d{1,9})(ms|s|m|h)$/;
/** Description of the duration format. */
export const DURATION_FORM = 'Use a whole number and a unit: "500ms", "30s", "5m" or "1h"';

/** Parses a duration string to milliseconds. Throws RangeError for other formats. */
export function parseDurationMs(text: string): number {
  const [, digits, unit] = DURATION_PATTERN.exec(text) ?? [];
  const unitMs = Object.entries(UNIT_MS).find(([name]) => name === unit)?.[1];
  if (unitMs === undefined) throw new RangeError(`"${text}" is not a duration such as "30s" or "5m"`);
  return Number(digits) * unitMs;
}
