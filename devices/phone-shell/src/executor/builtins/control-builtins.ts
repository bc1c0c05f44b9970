import { FileError } from "@terrarium/device-files/file-error";
import type { Builtin, BuiltinCall } from "../builtin.ts";
import { findPath } from "../commands.ts";
import { BreakError, ContinueError, ExitError, ReturnError, ShellError } from "../control.ts";

async function codeArgument({ args, shell, executor, name }: BuiltinCall): Promise<number> {
  const [text, more] = args;
  if (text === undefined) return shell.exitCode;
  if (!/^[-+]?\d+$/.test(text)) throw new ShellError(`${name}: bad number: ${text}`);
  if (more !== undefined) throw new ShellError(`${name}: too many arguments`);
  return (await executor.expansion.number(text)) & 0xff;
}

/** Returns the number of loops that `break` or `continue` leaves, 0 outside loops. */
async function levels({ args: [text = "1"], name, shell }: BuiltinCall): Promise<number> {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new ShellError(`${name}: ${text}: bad option`);
  if (shell.loopDepth === 0) await shell.complain(`${name}: can't ${name}`);
  else if (count > shell.loopDepth) await shell.complain(`${name}: can only ${name} ${shell.loopDepth} level(s)`);
  return Math.min(count, shell.loopDepth);
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

/** `source` is not a special builtin: the script continues if it fails. */
export const sourceBuiltin = source;

export const controlBuiltins: Readonly<Record<string, Builtin>> = {
  ":": async () => 0,
  ".": source,
  break: async (call) => {
    const count = await levels(call);
    if (count === 0) return 0;
    throw new BreakError(count);
  },
  continue: async (call) => {
    const count = await levels(call);
    if (count === 0) return 0;
    throw new ContinueError(count);
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
  // The executor runs the command and its redirections.
  exec: async () => 0,
  times: async ({ shell }) => {
    const seconds = shell.task.busyMs / 1000;
    const time = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(2).padStart(5, "0")}s`;
    await shell.write(`${time} 0m00.00s\n0m00.00s 0m00.00s\n`);
    return 0;
  },
};
