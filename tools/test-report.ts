import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** File that Vitest writes at the end of a run. */
export const TEST_REPORT = ".cache/test-report.json";

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

interface TestFile {
  /** Path relative to the root of the repository. */
  path: string;
  durationMs: number;
  tests: number;
}

export interface TestReport {
  passed: number;
  total: number;
  /** File and name of each failed test; only the file if it failed outside of its tests. */
  failed: string[];
  /** Reasons for which tests were skipped (`describeWhere`). */
  notRun: string[];
  files: TestFile[];
}

/** Returns the report of the last run; undefined if that run did not finish. */
export function readReport(): TestReport | undefined {
  if (!existsSync(TEST_REPORT)) return undefined;
  const report = Report.parse(JSON.parse(readFileSync(TEST_REPORT, "utf8")));
  return {
    passed: report.numPassedTests,
    total: report.numTotalTests,
    failed: failedTests(report),
    notRun: notRun(report),
    files: report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
      path: path.relative(process.cwd(), name),
      durationMs: endTime - startTime,
      tests: assertionResults.length,
    })),
  };
}

function notRun({ testResults }: z.infer<typeof Report>): string[] {
  const names = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName));
  // A name can be a complete script: searching for the pattern at each of its characters would be slow.
  const skipped = names.filter((name) => name.includes(" (not run: "));
  const reasons = skipped.flatMap((name) => / ?([^()]*) \(not run: (.*)\) /.exec(name)?.slice(1).join(": ") ?? []);
  return [...new Set(reasons)];
}

function failedTests({ testResults }: z.infer<typeof Report>): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(process.cwd(), name);
      const names = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
      return names.length > 0 ? names.map((test) => `${file}: ${test}`) : [file];
    });
}
