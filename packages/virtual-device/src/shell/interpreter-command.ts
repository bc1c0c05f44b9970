import { bytesOutput, defineCommand, latin1FromBytes, unsafeBytesFromLatin1, type Command } from "just-bash";
import type { DeviceFiles } from "../files/device-files.ts";
import { runProgram } from "./commands/command.ts";
import { OpenFiles } from "./files/open-files.ts";
import { ProcessFiles } from "./files/process-files.ts";
import type { Process, ShellCommand } from "./process.ts";
import { CollectingSink, sourceOf } from "./streams/byte-stream.ts";
import type { SystemCalls } from "./system-calls.ts";

const open = new OpenFiles();
const user = { pid: 1000, userId: 2000 };
const nobody = new AbortController().signal;

/** A command of the device as one of the interpreter's: its input is there at its start, its output at its end. */
export function toInterpreterCommand(command: ShellCommand, system: SystemCalls, disk: DeviceFiles): Command {
  return defineCommand(command.name, async (args, { cwd, env, stdin }) => {
    const stdout = new CollectingSink();
    const stderr = new CollectingSink();
    const process: Process = {
      ...user,
      parentPid: 1,
      name: command.name,
      args,
      env: Object.fromEntries(env),
      cwd,
      stdin: sourceOf(Buffer.from(latin1FromBytes(stdin), "latin1")),
      stdout,
      stderr,
      signal: nobody,
      tty: undefined,
      system,
      files: new ProcessFiles(disk, { find: async () => undefined }, open, { ...user, cwd }),
      processes: { list: async () => [], kill: async () => "noSuchProcess" },
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      pause: async () => undefined,
      spawn: () => {
        throw new Error("this command starts no others");
      },
      onSignal: () => undefined,
    };
    const exitCode = await runProgram(command.run, process);
    const output = bytesOutput(unsafeBytesFromLatin1(stdout.content().toString("latin1")));
    return { ...output, stderr: stderr.text(), exitCode };
  });
}
