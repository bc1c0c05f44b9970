import type { Command } from "@commander-js/extra-typings";
import { commandStreams } from "@terrarium/sdk/commands";
import { DEFAULT_TIMEOUT, LONGEST_TIMEOUT, printCommand } from "../output/print-command.ts";
import { connect } from "../settings/connect.ts";
import { endAs } from "./end-as.ts";
import { collectPair, given, readDuration } from "./given.ts";
import { leaf } from "./leaf.ts";

export function addExecCommand(box: Command): void {
  leaf(box, "exec <box> <command...>", "run a command on the device; ends as the command did")
    .option("--env <name=value>", "a variable of the command; may be given several times", collectPair)
    .option("--working-dir <path>", "where it begins")
    .option(
      "--timeout <duration>",
      `when it is ended, up to "${LONGEST_TIMEOUT}" (default: "${DEFAULT_TIMEOUT}")`,
      readDuration,
    )
    .passThroughOptions()
    .action(async (id, words, { output, baseUrl, env: envs, workingDir, timeout }) => {
      // One word is a line for the shell, as with ssh and adb.
      const command = words.length === 1 ? (words[0] ?? "") : words;
      await endAs(output, async () => {
        const { http } = await connect({ baseUrl });
        const events = commandStreams(http, id).stream({ command, ...given({ envs, workingDir, timeout }) });
        return printCommand(events, output, timeout);
      });
    });
}
