import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** What vitest writes at the end of a run. */
export const TEST_REPORT = ".cache/test-report.json";

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
type Report = z.infer<typeof Report>;

/** Undefined: the run had no end. */
export const readReport = (): Report | undefined =>
  existsSync(TEST_REPORT) ? Report.parse(JSON.parse(readFileSync(TEST_REPORT, "utf8"))) : undefined;

/** Why tests that need what is not here were skipped (`describeWhere`). */
export function notRun({ testResults }: Report): string[] {
  const names = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName));
  // Names may be whole scripts, in which the pattern would be looked for at each character.
  const told = names.filter((name) => name.includes(" (not run: "));
  const reasons = told.flatMap((name) => / ?([^()]*) \(not run: (.*)\) /.exec(name)?.slice(1).join(": ") ?? []);
  return [...new Set(reasons)];
}

/** Files and names of the tests that failed, a file alone if it failed around its tests. */
export function failedTests({ testResults }: Report): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(process.cwd(), name);
      const names = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
      return names.length > 0 ? names.map((test) => `${file}: ${test}`) : [file];
    });
}
