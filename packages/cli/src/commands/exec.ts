import type { Command } from "@commander-js/extra-typings";
import { commandStreams } from "@terrarium/sdk/commands";
import { EXIT } from "../exit-codes.ts";
import { printJson, tellFailure } from "../output/print.ts";
import { connect } from "../settings/connect.ts";
import { collectPair, given, readDuration } from "./given.ts";
import { leaf } from "./leaf.ts";

export function addExecCommand(box: Command): void {
  leaf(box, "exec <box> <command...>", "run a command on the device; ends as the command did")
    .option("--env <name=value>", "a variable of the command; may be given several times", collectPair)
    .option("--working-dir <path>", "where it begins")
    .option("--timeout <duration>", 'when it is ended, such as "5m"', readDuration)
    .passThroughOptions()
    .action(async (id, words, { output, baseUrl, env: envs, workingDir, timeout }) => {
      // One word is a line for the shell, as with ssh and adb.
      const command = words.length === 1 ? (words[0] ?? "") : words;
      try {
        const { http } = await connect({ baseUrl });
        const text = { stdout: "", stderr: "" };
        for await (const event of commandStreams(http, id).stream({
          command,
          ...given({ envs, workingDir, timeout }),
        })) {
          if (event.event === "end") {
            process.exitCode = event.exitCode;
            if (output === "json") printJson({ ...text, exitCode: event.exitCode, timedOut: event.timedOut });
          } else if (output === "json") text[event.event] += event.data;
          else await write(process[event.event], event.data);
        }
      } catch (error) {
        tellFailure(error, output);
        process.exitCode = EXIT.ownFailure;
      }
    });
}

/** Resolves when there is room for more. */
const write = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => {
    if (stream.write(text)) resolve();
    else stream.once("drain", resolve);
  });
