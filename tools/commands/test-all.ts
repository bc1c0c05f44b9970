import { filesOutside } from "../core-tests.ts";
import { runTests } from "../run-tests.ts";
import { recordDurations } from "../test-durations.ts";

const RECORD = "--record";
const REST = "--rest";

/**
 * Runs every test: npm run test:all. With --record, also records how long each file took. With --rest, runs only the
 * tests that `npm test` leaves out.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { summary, exitCode } = await runTests("all", args.includes(REST) ? filesOutside("core") : []);
  if (args.includes(RECORD)) recordDurations();
  process.stdout.write(`${summary}\n`);
  process.exitCode = exitCode;
}
