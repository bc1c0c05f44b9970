import { runTests } from "../run-tests.ts";
import { recordDurations } from "../test-durations.ts";

const RECORD = "--record";

/** Runs every test: npm run test:all. With --record, also records how long each file took. */
export async function run(args: readonly string[]): Promise<void> {
  const { summary, exitCode } = await runTests("all");
  if (args.includes(RECORD)) recordDurations();
  process.stdout.write(`${summary}\n`);
  process.exitCode = exitCode;
}
