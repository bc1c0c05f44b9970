import { CommandError } from "../command-error.ts";
import type { Process, ShellCommand } from "../process.ts";
import { TOYBOX_VERSION } from "./options.ts";

/** Programs of the shell that are not part of toybox. */
const SEPARATE_PROGRAMS = new Set(["awk", "curl", "mksh", "ping", "ping6", "reset", "sh", "toybox", "wget"]);

/** Makes `toybox COMMAND …` for the commands that its binary contains. */
export function toyboxCommand(all: readonly ShellCommand[]): ShellCommand {
  const names = all
    .map(({ name }) => name)
    .filter((name) => !SEPARATE_PROGRAMS.has(name))
    .toSorted();
  const run = async (process: Process): Promise<number> => {
    const [first] = process.args;
    if (first === "--version") await process.stdout.write(`${TOYBOX_VERSION}\n`);
    else if (first === "--help")
      await process.stdout.write("usage: toybox [--long | --help | --version | [COMMAND] [ARGUMENTS...]]\n");
    else if (first === undefined) await process.stdout.write(`${names.join(" ")}\n`);
    else if (first === "--long") await process.stdout.write(`${names.map((name) => `system/bin/${name}`).join(" ")}\n`);
    else if (names.includes(first)) return process.spawn(process.args).exited;
    else throw new CommandError(`toybox: Unknown command ${first} (see "toybox --help")`, 127);
    return 0;
  };
  return { name: "toybox", run };
}
