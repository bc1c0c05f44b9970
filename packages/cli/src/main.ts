import { CommanderError } from "@commander-js/extra-typings";
import { EXIT, exitCodeOf, UsageError } from "./exit-codes.ts";
import { type Format, tellFailure } from "./output/print.ts";
import { createProgram } from "./program.ts";

/** Runs the command line with the words after the program's name. Sets the exit code of the process. */
export async function main(words: readonly string[], version: string): Promise<void> {
  // A reader that closes early, such as `head`, is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(EXIT.done);
  });
  const format = formatIn(words);
  try {
    await createProgram(version, format).parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
      // Commander prints its errors as text itself.
      if (error.exitCode !== 0 && format === "json")
        tellFailure(new UsageError(error.message.replace(/^error: /, "")), format);
    } else {
      tellFailure(error, format);
      process.exitCode = exitCodeOf(error);
    }
  }
}

/** Also works when the command line could not be parsed. */
const formatIn = (words: readonly string[]): Format =>
  /(^|\0)(-o|--output)[\0=]?json(\0|$)/.test(words.join("\0")) ? "json" : "table";
