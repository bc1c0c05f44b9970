import type { Command, CommandUnknownOpts } from "@commander-js/extra-typings";
import { commandStreams } from "@terrarium/sdk/commands";
import { DEFAULT_TIMEOUT, LONGEST_TIMEOUT, printCommand } from "../output/print-command.ts";
import { connect } from "../settings/connect.ts";
import { endAs } from "./end-as.ts";
import { collectPair, given, readDuration } from "./given.ts";
import { leaf } from "./leaf.ts";

export function addExecCommand(box: Command): void {
  const exec = leaf(box, "exec <box> <command...>", "run a command on the device; exits with the command's exit code")
    .option("-i, --stdin", "send standard input to the command; without this option its input is empty")
    .option("--env <name=value>", "an environment variable of the command; repeatable", collectPair)
    .option("--working-dir <path>", "initial folder")
    .option("--timeout <duration>", `timeout, up to "${LONGEST_TIMEOUT}" (default: "${DEFAULT_TIMEOUT}")`, readDuration)
    .passThroughOptions()
    .action(async (id, words, { output, baseUrl, env: envs, workingDir, timeout, stdin }) => {
      // A single word is a line for the shell, as with ssh and adb.
      const command = words.length === 1 ? (words[0] ?? "") : words;
      await endAs(output, async () => {
        const { http } = await connect({ baseUrl });
        const input = { command, ...given({ envs, workingDir, timeout }) };
        const events = commandStreams(http, id).stream(input, stdin ? { stdin: process.stdin } : {});
        try {
          return await printCommand(events, output, timeout);
        } finally {
          // Unread input would keep this program running.
          if (stdin) process.stdin.destroy();
        }
      });
    });
  takeOptionsBehindBox(exec);
}

/**
 * Also accepts options between the box and the command. From the command's first word on, options belong to the
 * command.
 */
function takeOptionsBehindBox(exec: CommandUnknownOpts): void {
  const parse = exec.parseOptions.bind(exec);
  exec.parseOptions = (words) => {
    const before = parse(words);
    const [box, ...rest] = before.operands;
    if (box === undefined) return before;
    const behind = parse(rest);
    return { operands: [box, ...behind.operands], unknown: [...before.unknown, ...behind.unknown] };
  };
}
