import { z } from "zod";
import { saying } from "./fields.ts";
import { DURATION_FORM, DURATION_PATTERN, parseDurationMs, UNIT_MS } from "./parse-duration.ts";

/** A duration string of the boxes API ("500ms", "30s", "5m", "1h"), parsed to milliseconds. */
export const DurationMs = z
  .string(saying(DURATION_FORM))
  .regex(DURATION_PATTERN, DURATION_FORM)
  .transform((text) => parseDurationMs(text))
  .describe('Duration: "500ms", "30s", "5m" or "1h"');

/**
 * Returns the schema of a duration from `minMs` to `maxMs`, parsed to milliseconds. `fallback` is the documented
 * default of the caller.
 */
export const durationBetween = (minMs: number, maxMs: number, fallback: string) =>
  DurationMs.refine((ms) => ms >= minMs && ms <= maxMs, `Use ${inWords(minMs)} to ${inWords(maxMs)}`).describe(
    `Duration, for example "30s", "5m" or "1h"; ${inWords(minMs)} to ${inWords(maxMs)}, default "${fallback}"`,
  );

/** Formats a duration as a whole number of the largest possible unit. */
function inWords(ms: number): string {
  const [unit, unitMs] = Object.entries(UNIT_MS).findLast(([, each]) => ms % each === 0) ?? ["ms", 1];
  return `"${ms / unitMs}${unit}"`;
}
