import { describe } from "vitest";

/**
 * Defines tests with a requirement that some machines lack. On such machines the tests are skipped and counted, and
 * their name has the reason. The test run prints it in its last lines (tools/run-tests.ts).
 */
export function describeWhere(missing: string | undefined, name: string, tests: () => void): void {
  const title = missing === undefined ? name : `${name} (not run: ${missing})`;
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- both are the caller's
  describe.skipIf(missing !== undefined)(title, tests);
}
