import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { buildStale } from "../build.ts";
import { bin, runProgram, say } from "../shell.ts";
import { ensureSystemPackages } from "../system-packages.ts";

const REPORT = ".cache/test-report.json";
const Report = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), numTotalTests: z.number() });

/** Installs what the tests need, builds what they run against and runs them all (or those that the arguments name). */
export async function run(args: readonly string[]): Promise<void> {
  await ensureSystemPackages();
  await buildStale();
  mkdirSync(".cache", { recursive: true });
  rmSync(REPORT, { force: true });
  say("running the tests");
  const code = await runProgram(
    bin("vitest"),
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`, ...args],
    {
      env: { NODE_ENV: "test" },
    },
  );
  const report = Report.parse(JSON.parse(readFileSync(REPORT, "utf8")));
  const skipped = report.numTotalTests - report.numPassedTests - report.numFailedTests;
  process.stdout.write(
    `${report.numPassedTests} passed, ${report.numFailedTests} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
  );
  process.exitCode = code === 0 && report.numTotalTests === 0 ? 1 : code;
}
