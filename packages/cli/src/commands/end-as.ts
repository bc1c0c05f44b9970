import { EXIT, UsageError } from "../exit-codes.ts";
import { tellFailure, type Format } from "../output/print.ts";

/**
 * Ends the program with the exit code that `run` returns, the code of a process on a device. A failure to run it has a
 * separate exit code, unless it is wrong usage.
 */
export async function endAs(output: Format | undefined, run: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    tellFailure(error, output);
    process.exitCode = error instanceof UsageError ? EXIT.wrongUsage : EXIT.ownFailure;
  }
}
