import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toTimestamp } from "./timestamp.ts";

const LAST_MS = 8_640_000_000_000_000;

test("a timestamp equals Date's output at any time", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: -LAST_MS, max: LAST_MS }),
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        fc.integer({ min: -172_800_000, max: 172_800_000 }),
      ),
      (epochMs) => {
        expect(toTimestamp(epochMs)).toBe(new Date(epochMs).toISOString());
      },
    ),
    { numRuns: 2_000 },
  );
});
