import { EXIT, UsageError } from "../exit-codes.ts";
import { tellFailure, type Format } from "../output/print.ts";

/**
 * Ends as what runs on a device does, whose exit code this answers; with a code of its own where that cannot be run, but
 * for wrong usage.
 */
export async function endAs(output: Format | undefined, run: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    tellFailure(error, output);
    process.exitCode = error instanceof UsageError ? EXIT.wrongUsage : EXIT.ownFailure;
  }
}
