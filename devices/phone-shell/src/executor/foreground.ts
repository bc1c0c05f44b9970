import { signalName, signalNumber } from "../processes/signals.ts";
import type { Task } from "../processes/task.ts";
import { InterruptError } from "./control.ts";
import { jobEnded, jobStopped, type Job } from "./jobs.ts";
import type { Shell } from "./shell.ts";

/** Waits for foreground processes. In an interactive shell, stopped processes become a job. */
export async function waitForeground(shell: Shell, tasks: readonly Task[], text: () => string): Promise<number[]> {
  const job: Job = { number: 0, groupId: tasks[0]?.groupId ?? 0, tasks, text: "", toldState: "" };
  shell.task.sleeping = true;
  const letInterrupt = shell.holdInterrupt();
  try {
    for (const task of tasks) {
      while (!task.ended && !(shell.options.has("monitor") && jobStopped(job))) {
        if (shell.options.has("monitor")) await task.changed(shell.task.signal);
        else await untilEnded(shell, task);
      }
    }
  } finally {
    shell.task.sleeping = false;
    letInterrupt(tasks);
    if (shell.options.has("monitor")) shell.task.session.foregroundGroup = shell.task.groupId;
  }
  shell.task.signal.throwIfAborted();
  if (!jobEnded(job)) {
    const stopped = shell.jobs.add(tasks, text());
    stopped.toldState = "Stopped";
    await shell.writeError(`\n${shell.jobs.line(stopped)}`);
    return [128 + (signalNumber("TSTP") ?? 0)];
  }
  await tellEnd(shell, tasks.at(-1));
  return tasks.map((task) => task.exitCode ?? 0);
}

/** Waits for a process. Throws the abort reason if the shell itself is ended. */
export async function untilEnded(shell: Shell, task: Task): Promise<void> {
  const { signal } = shell.task;
  if (signal.aborted) throw signal.reason;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await Promise.race([task.exited, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Reports a signal that ended the foreground process to the user. */
async function tellEnd(shell: Shell, task: Task | undefined): Promise<void> {
  if (!shell.interactive || task?.endedBySignal === undefined) return;
  const name = signalName(task.endedBySignal);
  if (name === "INT") throw new InterruptError();
  if (name !== "PIPE" && !shell.task.budget.spent)
    await shell.writeError(`${{ KILL: "Killed", TERM: "Terminated", QUIT: "Quit" }[name] ?? name} \n`);
}
