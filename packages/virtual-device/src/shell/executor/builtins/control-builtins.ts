import { FileError } from "../../../files/file-error.ts";
import { findPath } from "../commands.ts";
import { BreakError, ContinueError, ExitError, ReturnError, ShellError } from "../control.ts";
import type { Builtin, BuiltinCall } from "./builtin.ts";

async function codeArgument({ args, shell, executor, name }: BuiltinCall): Promise<number> {
  const [text] = args;
  if (text === undefined) return shell.exitCode;
  if (!/^[-+]?\d+$/.test(text)) throw new ShellError(`${name}: ${text}: bad number`);
  return (await executor.expansion.number(text)) & 0xff;
}

function levels({ args: [text = "1"], name }: BuiltinCall): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new ShellError(`${name}: ${text}: bad option`);
  return count;
}

const source: Builtin = async ({ executor, shell, name, args }) => {
  const [file, ...rest] = args;
  if (file === undefined) throw new ShellError(`${name}: missing argument`);
  const place = file.includes("/")
    ? file
    : ((await findPath(file, shell.get("PATH") ?? "", shell.machine, shell.files)) ?? file);
  let text: string;
  try {
    text = await shell.files.readText(place);
  } catch (error) {
    throw new ShellError(`${name}: ${file}: ${error instanceof FileError ? error.text : String(error)}`);
  }
  const { positional, sourceName, line } = shell;
  if (rest.length > 0) shell.positional = rest;
  shell.sourceName = file;
  try {
    shell.exitCode = 0;
    return await executor.runSource(text);
  } catch (error) {
    if (error instanceof ReturnError) return error.exitCode;
    throw error;
  } finally {
    Object.assign(shell, { sourceName, line });
    if (rest.length > 0) shell.positional = positional;
  }
};

export const controlBuiltins: Readonly<Record<string, Builtin>> = {
  ":": async () => 0,
  ".": source,
  source,
  break: async (call) => {
    if (call.shell.loopDepth === 0) return 0;
    throw new BreakError(levels(call));
  },
  continue: async (call) => {
    if (call.shell.loopDepth === 0) return 0;
    throw new ContinueError(levels(call));
  },
  return: async (call) => {
    throw new ReturnError(await codeArgument(call));
  },
  exit: async (call) => {
    throw new ExitError(await codeArgument(call));
  },
  eval: async ({ executor, shell, args }) => {
    const text = args.join(" ");
    if (text.trim() === "") return 0;
    await executor.runSource(text);
    return shell.exitCode;
  },
  // The command with its redirections is carried out where commands are.
  exec: async () => 0,
  times: async ({ shell }) => {
    const seconds = shell.task.busyMs / 1000;
    const time = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(2).padStart(5, "0")}s`;
    await shell.write(`${time} 0m00.00s\n0m00.00s 0m00.00s\n`);
    return 0;
  },
};
