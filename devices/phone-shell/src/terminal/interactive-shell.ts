import type { WholeCommands } from "../executor/command-lines.ts";
import { ExitError, InterruptError, ReturnError, ShellError } from "../executor/control.ts";
import type { Executor } from "../executor/executor.ts";
import { jobEnded, jobState, jobStopped } from "../executor/jobs.ts";
import type { Shell } from "../executor/shell.ts";
import { SyntaxProblem } from "../executor/syntax.ts";
import { signalNumber } from "../processes/signals.ts";
import { BrokenPipeError } from "../streams/byte-stream.ts";
import { PromptReader } from "./prompt-reader.ts";
import type { Terminal } from "./terminal.ts";

const INTERRUPTED_CODE = 130;
const KILLED_CODE = 137;

/** Events of the session's own shell. */
export interface InteractionListener {
  /** Called when the shell starts or stops waiting for a line. */
  onWaiting(waiting: boolean): void;
  /** Called after a line has run. */
  onLineRun(): void;
}

/** Runs a shell at a terminal: reads commands and runs them until it ends. Returns its exit code. */
export async function interact(
  executor: Executor,
  terminal: Terminal,
  listener?: InteractionListener,
): Promise<number> {
  const { shell } = executor;
  await untilForeground(shell);
  shell.becomeInteractive();
  const reader = new PromptReader(terminal, shell);
  let warned = false;
  for (;;) {
    await tellJobs(shell);
    const { task } = shell;
    task.session.foregroundGroup = task.groupId;
    // Each line has its own budget, so that commands do not use up the budget of the shell itself.
    task.budget = task.session.newBudget({ task, interrupt: () => shell.interrupt() });
    listener?.onWaiting(true);
    const typed = await reader.read();
    listener?.onWaiting(false);
    task.signal.throwIfAborted();
    if (typed.kind === "end") {
      if (!warned && shell.jobs.list().some(jobStopped)) {
        await shell.writeError("You have stopped jobs\n");
        warned = true;
        continue;
      }
      terminal.show("\r\n");
      break;
    }
    if (typed.kind === "interrupt") {
      shell.exitCode = task.budget.spent ? KILLED_CODE : INTERRUPTED_CODE;
      continue;
    }
    warned = false;
    const exit = await runCommands(executor, typed.commands);
    listener?.onLineRun();
    if (exit !== undefined) {
      shell.exitCode = exit;
      break;
    }
  }
  for (const job of shell.jobs.list()) for (const task of job.tasks) task.kill(signalNumber("HUP") ?? 0);
  return shell.exitCode;
}

/** Stops a background shell until it gets the terminal. */
async function untilForeground({ task }: Shell): Promise<void> {
  while (task.session.foregroundGroup !== task.groupId) {
    task.kill(signalNumber("TTIN") ?? 0);
    await task.ready();
  }
}

/** Runs the commands from one prompt. Returns the exit code if the shell must end. */
async function runCommands(executor: Executor, commands: WholeCommands): Promise<number | undefined> {
  const { shell } = executor;
  const { task } = shell;
  shell.interrupted = false;
  shell.loopDepth = 0;
  shell.functionDepth = 0;
  shell.conditionDepth = 0;
  try {
    if ("problem" in commands) throw commands.problem;
    await executor.run(commands.script);
    await executor.runPendingTraps();
    shell.throwIfInterrupted();
  } catch (error) {
    if (error instanceof ExitError || error instanceof ReturnError) return error.exitCode;
    task.signal.throwIfAborted();
    await complainOf(error, shell);
  }
  shell.interrupted = false;
  shell.machine.kernel.charge(task);
  return undefined;
}

/** Reports the error that ended a line. The shell continues. */
async function complainOf(error: unknown, shell: Shell): Promise<void> {
  if (error instanceof BrokenPipeError) throw error;
  if (error instanceof InterruptError) {
    const { spent } = shell.task.budget;
    shell.exitCode = spent ? KILLED_CODE : INTERRUPTED_CODE;
    if (!spent) await shell.writeError("\n");
    return;
  }
  await shell.complain(error instanceof Error ? error.message : String(error));
  shell.exitCode = error instanceof ShellError && !(error instanceof SyntaxProblem) ? error.exitCode : 1;
}

/** Reports background jobs that ended or stopped since the last prompt. */
async function tellJobs(shell: Shell): Promise<void> {
  for (const job of shell.jobs.list().slice()) {
    const state = jobState(job);
    if (state === job.toldState) continue;
    await shell.writeError(shell.jobs.line(job));
    job.toldState = state;
    if (jobEnded(job)) shell.jobs.remove(job);
  }
}
