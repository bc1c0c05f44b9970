import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { buildStale } from "./build.ts";
import { ensureClients } from "./ensure-clients.ts";
import { ensureHelm } from "./helm.ts";
import { slowTests } from "./quick-tests.ts";
import { bin, runProgram, say } from "./shell.ts";
import { ensureSystemPackages } from "./system-packages.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "./temporary-folder.ts";

const REPORT = ".cache/test-report.json";
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

export interface TestRun {
  /** "12 passed, 0 failed", a file that failed around its tests among them, and how many were skipped if some were. */
  summary: string;
  /** Files and names of the tests that failed, a file alone if it failed around its tests; and what was left behind. */
  failed: string[];
  exitCode: number;
}

const QUICK = "--quick";

/**
 * Installs what the tests need, builds what they run against and runs them all (or those that the arguments name). With
 * --quick only unit tests that start nothing beside them, which need nothing installed and nothing built. Says which
 * temporary files they left behind.
 */
export async function runTests(given: readonly string[]): Promise<TestRun> {
  const isQuick = given.includes(QUICK);
  const choice = isQuick ? ["--project", "unit", ...slowTests().flatMap((file) => ["--exclude", file])] : [];
  const args = [...choice, ...given.filter((arg) => arg !== QUICK)];
  if (!isQuick) {
    await ensureSystemPackages();
    ensureClients();
    await ensureHelm();
    await buildStale();
  }
  mkdirSync(".cache", { recursive: true });
  rmSync(REPORT, { force: true });
  say("running the tests");
  const temporary = makeTemporaryFolder();
  const code = await runProgram(
    bin("vitest"),
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`, ...args],
    {
      env: { NODE_ENV: "test", TMPDIR: temporary },
    },
  );
  const left = await removeTemporaryFolder(temporary);
  if (left.length > 0) say(`the tests left behind, where temporary files are: ${left.join(", ")}`);
  const report = Report.parse(JSON.parse(readFileSync(REPORT, "utf8")));
  const { numPassedTests: passed, numFailedTests, numTotalTests: total } = report;
  const failed = failedTests(report);
  const skipped = total - passed - numFailedTests;
  for (const reason of notRun(report)) say(`some tests did not run: ${reason}`);
  return {
    summary: `${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
    failed,
    exitCode: code === 0 && total === 0 ? 1 : code,
  };
}

/** Why tests that need what is not here were skipped (`describeWhere`). */
function notRun({ testResults }: z.infer<typeof Report>): string[] {
  const names = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName));
  // Names may be whole scripts, in which the pattern would be looked for at each character.
  const told = names.filter((name) => name.includes(" (not run: "));
  const reasons = told.flatMap((name) => / ?([^()]*) \(not run: (.*)\) /.exec(name)?.slice(1).join(": ") ?? []);
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
