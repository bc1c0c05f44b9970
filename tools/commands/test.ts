import { runTests } from "../run-tests.ts";

const QUICK = "--quick";

/**
 * Runs the core tests, which cover every area in a few minutes: npm test. With --quick, runs only unit tests that start
 * no other program. With arguments of Vitest, such as file names, runs the selected tests.
 */
export async function run(args: readonly string[]): Promise<void> {
  const rest = args.filter((arg) => arg !== QUICK);
  const selected = rest.length > 0 ? "all" : "core";
  const { summary, exitCode } = await runTests(args.includes(QUICK) ? "quick" : selected, rest);
  process.stdout.write(`${summary}\n`);
  process.exitCode = exitCode;
}
