/** The life of a process: its work, its end, and what a shell does at its own end. */
import { exitCodeOfSignal } from "../processes/signals.ts";
import { KilledError, exitCodeOf, type Task } from "../processes/task.ts";
import { BrokenPipeError } from "../streams/byte-stream.ts";
import type { DescriptorTable } from "../streams/descriptor.ts";
import { InterruptError, ShellError } from "./control.ts";
import type { Shell } from "./shell.ts";
import { SyntaxProblem } from "./syntax.ts";

export const BROKEN_PIPE_CODE = 141;
const INTERRUPTED_CODE = 130;

/** A shell whose process ends with its work. */
interface EndingShell {
  readonly shell: Shell;
  contained(body: () => Promise<number>): Promise<number>;
  runExitTrap(code: number): Promise<number>;
}

/**
 * Runs the body as a shell process, with its exit trap, uncaught errors and signals. Returns the exit code; never
 * rejects.
 */
export async function runToEnd(executor: EndingShell, body: () => Promise<number>): Promise<number> {
  const { shell } = executor;
  let code: number;
  try {
    code = await executor.contained(body);
  } catch (error) {
    code = await uncaught(error, shell);
  }
  try {
    code = await executor.runExitTrap(code);
  } catch (error) {
    code = await uncaught(error, shell);
  }
  shell.machine.kernel.charge(shell.task);
  return code;
}

async function uncaught(error: unknown, shell: Shell): Promise<number> {
  const { task } = shell;
  const killed = task.signal.aborted ? task.signal.reason : error;
  if (killed instanceof KilledError) return exitCodeOf(killed) ?? 1;
  if (error instanceof BrokenPipeError) return BROKEN_PIPE_CODE;
  if (error instanceof InterruptError) return INTERRUPTED_CODE;
  if (error instanceof SyntaxProblem) {
    shell.line = error.line;
    await shell.complain(error.message);
    return 1;
  }
  await shell.complain(errorText(error));
  return error instanceof ShellError ? error.exitCode : 1;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs `work` as a process. At its end, closes the files and ends the process with the exit code. */
export function start(task: Task, fds: DescriptorTable, work: () => Promise<number>): void {
  task.files = fds;
  void (async () => {
    let code = 1;
    try {
      code = await work();
    } finally {
      await fds.closeAll().catch(() => undefined);
      task.exit(task.endedBySignal === undefined ? code : exitCodeOfSignal(task.endedBySignal));
    }
  })();
}
