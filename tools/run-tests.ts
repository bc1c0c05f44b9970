import { rmSync } from "node:fs";
import { buildStale } from "./build.ts";
import { filesOutside, type TestScope } from "./core-tests.ts";
import { ensureClients } from "./ensure-clients.ts";
import { ensureHelm } from "./helm.ts";
import { bin, runProgram, say } from "./shell.ts";
import { ensureSystemPackages } from "./system-packages.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "./temporary-folder.ts";
import { readDurations } from "./test-durations.ts";
import { readReport, TEST_REPORT } from "./test-report.ts";

export interface TestRun {
  /** Text such as "12 passed, 0 failed, 3 skipped". A file that failed outside of its tests counts as one. */
  summary: string;
  /** File and name of each failed test. */
  failed: string[];
  exitCode: number;
}

/**
 * Runs the tests of a scope, or those that the arguments of Vitest select. Except for quick tests, first installs what
 * they need and builds stale targets. Reports temporary files that tests leave behind.
 */
export async function runTests(scope: TestScope, args: readonly string[] = []): Promise<TestRun> {
  if (scope !== "quick") {
    await ensureSystemPackages();
    ensureClients();
    await ensureHelm();
    await buildStale();
  }
  const outside = filesOutside(scope);
  rmSync(TEST_REPORT, { force: true });
  say("running the tests");
  const temporary = makeTemporaryFolder();
  const excluded = outside.flatMap((file) => ["--exclude", file]);
  const code = await runProgram(bin("vitest"), ["run", ...excluded, ...args], {
    env: { NODE_ENV: "test", TMPDIR: temporary },
  });
  const left = await removeTemporaryFolder(temporary);
  if (left.length > 0) say(`the tests left temporary files behind: ${left.join(", ")}`);
  const report = readReport();
  if (report === undefined) return { summary: "did not finish", failed: [], exitCode: code === 0 ? 1 : code };
  const { passed, total, failed } = report;
  const failedTests = failed.length;
  const skipped = Math.max(0, total - passed - failedTests);
  for (const reason of report.notRun) say(`some tests did not run: ${reason}`);
  if (scope === "core") say(`${countTests(outside)} more tests run with npm run test:all`);
  return {
    summary: `${passed} passed, ${failedTests} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
    failed,
    exitCode: code === 0 && total === 0 ? 1 : code,
  };
}

function countTests(files: readonly string[]): number {
  const recorded = readDurations();
  return files.reduce((sum, file) => sum + (recorded[file]?.tests ?? 0), 0);
}
