import { z } from "zod";

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const PATTERN = /^(\d{1,9})(ms|s|m|h)$/;

/** A duration string of the boxes API ("500ms", "30s", "5m", "1h"), parsed to milliseconds. */
export const DurationMs = z
  .string()
  .regex(PATTERN, 'Use a whole number and a unit: "500ms", "30s", "5m" or "1h"')
  .transform((text) => parseDurationMs(text))
  .describe('Duration: "500ms", "30s", "5m" or "1h"');

/** A duration of `minMs` to `maxMs`, parsed to milliseconds; `fallback` is what the caller uses where none is given. */
export const durationBetween = (minMs: number, maxMs: number, fallback: string) =>
  DurationMs.refine((ms) => ms >= minMs && ms <= maxMs, `Use ${inWords(minMs)} to ${inWords(maxMs)}`).describe(
    `Duration, for example "30s", "5m" or "1h"; ${inWords(minMs)} to ${inWords(maxMs)}, default "${fallback}"`,
  );

/** A whole number of the largest unit. */
function inWords(ms: number): string {
  const [unit, unitMs] = Object.entries(UNIT_MS).findLast(([, each]) => ms % each === 0) ?? ["ms", 1];
  return `"${ms / unitMs}${unit}"`;
}

/** Parses a duration string to milliseconds. Throws RangeError if it has another form. */
export function parseDurationMs(text: string): number {
  const [, digits, unit] = PATTERN.exec(text) ?? [];
  const unitMs = Object.entries(UNIT_MS).find(([name]) => name === unit)?.[1];
  if (unitMs === undefined) throw new RangeError(`"${text}" is not a duration such as "30s" or "5m"`);
  return Number(digits) * unitMs;
}
