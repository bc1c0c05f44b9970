import { runTests } from "../run-tests.ts";

/** Installs what the tests need, builds what they run against and runs them all (or those that the arguments name). */
export async function run(args: readonly string[]): Promise<void> {
  const { summary, exitCode } = await runTests(args);
  process.stdout.write(`${summary}\n`);
  process.exitCode = exitCode;
}
