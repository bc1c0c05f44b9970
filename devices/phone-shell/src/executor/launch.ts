/** Starts processes: programs, scripts and subshells. */
import { FileError } from "@terrarium/device-files/file-error";
import { CommandError, HelpText } from "../command-error.ts";
import type { Child, SpawnOptions } from "../process.ts";
import { signalNumber } from "../processes/signals.ts";
import { exitCodeOf } from "../processes/task.ts";
import { BrokenPipeError } from "../streams/byte-stream.ts";
import { Descriptor } from "../streams/descriptor.ts";
import { findExecutable } from "./commands.ts";
import { ShellError } from "./control.ts";
import { Executor } from "./executor.ts";
import { Jobs } from "./jobs.ts";
import type { Executable, Launch } from "./machine.ts";
import { BROKEN_PIPE_CODE, errorText, runToEnd, start } from "./run-process.ts";
import { ShellProcess } from "./shell-process.ts";
import { Shell } from "./shell.ts";

/** Runs an executable as the process `task` to its end. Never rejects. */
export async function execute(executable: Executable, launch: Launch): Promise<number> {
  const { task, machine } = launch;
  task.commandLine = [launch.name, ...launch.args];
  if (executable.kind === "script") return runScript(executable, launch);
  const { command } = executable;
  // A shell is named by its path, other programs by their names.
  const name = command.name === "sh" || command.name === "mksh" ? launch.name : command.name;
  const process = new ShellProcess({ ...launch, name, spawn: spawnFrom });
  const ended = Promise.withResolvers<number>();
  const onAbort = () => ended.reject(task.signal.reason);
  task.signal.addEventListener("abort", onAbort, { once: true });
  ended.promise.catch(() => undefined);
  try {
    task.signal.throwIfAborted();
    return await Promise.race([command.run(process), ended.promise]);
  } catch (error) {
    return await exitCodeAfter(error, process);
  } finally {
    task.signal.removeEventListener("abort", onAbort);
    process.closeFiles();
    machine.kernel.charge(task);
  }
}

async function exitCodeAfter(problem: unknown, process: ShellProcess): Promise<number> {
  const code = exitCodeOf(process.task.signal.aborted ? process.task.signal.reason : problem);
  if (code !== undefined) return code;
  if (problem instanceof BrokenPipeError) return BROKEN_PIPE_CODE;
  if (problem instanceof HelpText) {
    await process.stdout.write(problem.message).catch(() => undefined);
    return 0;
  }
  if (problem instanceof CommandError) {
    await process.stderr.write(problem.message === "" ? "" : `${problem.message}\n`).catch(() => undefined);
    return problem.exitCode;
  }
  const message = problem instanceof FileError ? `${problem.path}: ${problem.text}` : errorText(problem);
  await process.stderr.write(`${process.name}: ${message}\n`).catch(() => undefined);
  return 1;
}

/** Runs a script file, or the interpreter of its `#!` line, in its own shell. */
async function runScript(script: Extract<Executable, { kind: "script" }>, launch: Launch): Promise<number> {
  const interpreter = script.interpreter.split("/").at(-1) ?? "";
  if (interpreter === "sh" || interpreter === "mksh" || interpreter === "bash") {
    return runShell(launch, {
      name: script.path,
      args: [...launch.args],
      source: script.text,
      sourceName: script.path,
    });
  }
  const command = launch.machine.commands.get(interpreter);
  if (!command) {
    const message = `${launch.name}: can't execute: No such file or directory\n`;
    await launch.fds
      .get(2)
      ?.sink?.write(message)
      .catch(() => undefined);
    return 126;
  }
  return execute(
    { kind: "command", path: script.interpreter, command },
    { ...launch, args: [script.path, ...launch.args] },
  );
}

export interface ShellStart {
  name: string;
  args: string[];
  source: string;
  sourceName?: string;
  options?: (shell: Shell) => void;
}

/** Runs a shell with one text as the process of `launch`. Never rejects. */
export async function runShell(launch: Launch, start: ShellStart): Promise<number> {
  const shell = newShell(launch, start.name);
  shell.positional = start.args;
  shell.sourceName = start.sourceName;
  start.options?.(shell);
  return runAsProcess(shell, async (executor) => executor.runSource(start.source));
}

/** Makes a shell with the variables of an environment. */
export function newShell({ machine, task, fds, env, cwd, tty }: Launch, name: string): Shell {
  const shell = new Shell({ machine, task, fds, name, jobs: new Jobs(), terminal: tty, cwd });
  for (const [variable, value] of Object.entries(env)) {
    if (!/^[A-Za-z_]\w*$/.test(variable)) continue;
    shell.variables.set(variable, value);
    shell.variables.mark(variable, { exported: true });
  }
  for (const [variable, value] of [
    ["IFS", " \t\n"],
    ["PS4", "+ "],
    ["OPTIND", "1"],
    ["PWD", cwd],
    ["PIPESTATUS", "0"],
  ] as const) {
    shell.variables.set(variable, value);
  }
  return shell;
}

/** Runs the body as a shell process to its end. Returns the exit code; never rejects. */
export async function runAsProcess(shell: Shell, body: (executor: Executor) => Promise<number>): Promise<number> {
  const executor = new Executor(shell);
  return runToEnd(executor, () => body(executor));
}

/** Starts a command for another command, such as xargs. */
function spawnFrom(parent: ShellProcess, args: readonly string[], options: SpawnOptions): Child {
  const { machine } = parent;
  const task = machine.kernel.fork({
    parent: parent.task,
    groupId: parent.task.groupId,
    userId: options.userId ?? parent.task.userId,
    session: parent.task.session,
    budget: parent.task.budget,
    commandLine: args,
  });
  for (const signal of options.immuneTo ?? []) task.ignore(signal, true);
  const fds = parent.fds.clone();
  const [name = "", ...rest] = args;
  const env = options.env ?? parent.env;
  start(task, fds, async () => {
    const { stdin, stdout, stderr } = options;
    // The streams belong to the parent and stay open.
    if (stdin)
      await fds.set(
        0,
        new Descriptor({ source: { ...unclosed(stdin), [Symbol.asyncIterator]: () => stdin[Symbol.asyncIterator]() } }),
      );
    if (stdout)
      await fds.set(
        1,
        new Descriptor({
          sink: { isTerminal: stdout.isTerminal, write: (data) => stdout.write(data), close: async () => undefined },
        }),
      );
    if (stderr)
      await fds.set(
        2,
        new Descriptor({
          sink: { isTerminal: stderr.isTerminal, write: (data) => stderr.write(data), close: async () => undefined },
        }),
      );
    const cwd = options.cwd ?? parent.cwd;
    const launch: Launch = { machine, task, fds, name, args: rest, env, cwd, tty: parent.tty };
    const files = machine.files.for({ pid: task.pid, userId: task.userId, umask: task.umask, cwd });
    let executable: Executable;
    try {
      executable = await findExecutable(name, env["PATH"] ?? "/system/bin", machine, files);
    } catch (error) {
      if (!(error instanceof ShellError)) throw error;
      const reason = error.exitCode === 127 ? `exec ${name}: No such file or directory` : error.message;
      await fds.get(2)?.sink?.write(`${parent.name}: ${reason}\n`);
      return error.exitCode;
    }
    return execute(executable, launch);
  });
  return { pid: task.pid, exited: task.exited, kill: (signal) => task.kill(signalNumber(signal) ?? 0) };
}

function unclosed(stdin: NonNullable<SpawnOptions["stdin"]>) {
  return {
    isTerminal: stdin.isTerminal,
    read: (maxBytes?: number, signal?: AbortSignal) => stdin.read(maxBytes, signal),
    close: () => undefined,
  };
}
