import { describe } from "vitest";

/**
 * Tests that need what not every machine has. Where it is missing they are skipped and counted, and their name says why,
 * which the run tells in its last lines (tools/run-tests.ts).
 */
export function describeWhere(missing: string | undefined, name: string, tests: () => void): void {
  const title = missing === undefined ? name : `${name} (not run: ${missing})`;
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- both are the caller's
  describe.skipIf(missing !== undefined)(title, tests);
}
