import { CommanderError } from "@commander-js/extra-typings";
import { EXIT, exitCodeOf } from "./exit-codes.ts";
import { type Format, tellFailure } from "./output/print.ts";
import { createProgram } from "./program.ts";

/** Runs the command line on the words after the program's name; the process ends with the exit code that it sets. */
export async function main(words: readonly string[], version: string): Promise<void> {
  // A reader that has seen enough, such as `head`, is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(EXIT.done);
  });
  try {
    await createProgram(version).parseAsync(words, { from: "user" });
  } catch (error) {
    // Of its own errors commander has told already, and of the help that was asked for.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
    else {
      tellFailure(error, formatIn(words));
      process.exitCode = exitCodeOf(error);
    }
  }
}

/** Also where the command line was not understood. */
const formatIn = (words: readonly string[]): Format =>
  /(^|\0)(-o|--output)[\0=]?json(\0|$)/.test(words.join("\0")) ? "json" : "table";
