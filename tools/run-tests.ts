import { rmSync } from "node:fs";
import { buildStale } from "./build.ts";
import { ensureClients } from "./ensure-clients.ts";
import { ensureHelm } from "./helm.ts";
import { slowTests } from "./quick-tests.ts";
import { bin, runProgram, say } from "./shell.ts";
import { ensureSystemPackages } from "./system-packages.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "./temporary-folder.ts";
import { failedTests, notRun, readReport, TEST_REPORT } from "./test-report.ts";

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
  rmSync(TEST_REPORT, { force: true });
  say("running the tests");
  const temporary = makeTemporaryFolder();
  const code = await runProgram(bin("vitest"), ["run", ...args], { env: { NODE_ENV: "test", TMPDIR: temporary } });
  const left = await removeTemporaryFolder(temporary);
  if (left.length > 0) say(`the tests left behind, where temporary files are: ${left.join(", ")}`);
  const report = readReport();
  if (report === undefined) return { summary: "ended before their end", failed: [], exitCode: code === 0 ? 1 : code };
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
