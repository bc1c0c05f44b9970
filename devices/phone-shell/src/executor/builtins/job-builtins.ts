import { signalDescription, signalName, signalNumber } from "../../processes/signals.ts";
import { parseOptions, type Builtin, type BuiltinCall } from "../builtin.ts";
import { ShellError } from "../control.ts";
import { waitForeground } from "../foreground.ts";
import { jobEnded, jobState, jobStopped, type Job } from "../jobs.ts";
import type { Shell } from "../shell.ts";

function findJob({ shell, name }: BuiltinCall, text: string | undefined): Job {
  const job =
    text === undefined
      ? shell.jobs.current()
      : shell.jobs.find(/^\d+$/.test(text) && !shell.jobs.find(text) ? `%${text}` : text);
  if (!job) throw new ShellError(`${name}: ${text === undefined ? "no current job" : `${text}: no such job`}`);
  return job;
}

const jobs: Builtin = async (call) => {
  const { shell } = call;
  const { options } = parseOptions(call, "lnp");
  for (const job of shell.jobs.list().slice()) {
    await shell.write(options.has("p") ? `${job.groupId}\n` : shell.jobs.line(job, options.has("l")));
    if (jobEnded(job)) shell.jobs.remove(job);
    else job.toldState = jobState(job);
  }
  return 0;
};

const fg: Builtin = async (call) => {
  const { shell } = call;
  if (!shell.options.has("monitor")) throw new ShellError(`${call.name}: job control not enabled`);
  const job = findJob(call, call.args[0]);
  await shell.write(`${job.text}\n`);
  shell.jobs.remove(job);
  shell.task.session.foregroundGroup = job.groupId;
  shell.machine.kernel.killGroup(job.groupId, signalNumber("CONT") ?? 0);
  const codes = await waitForeground(shell, job.tasks, () => job.text);
  return codes.at(-1) ?? 0;
};

const bg: Builtin = async (call) => {
  const { shell } = call;
  if (!shell.options.has("monitor")) throw new ShellError(`${call.name}: job control not enabled`);
  const job = findJob(call, call.args[0]);
  shell.machine.kernel.killGroup(job.groupId, signalNumber("CONT") ?? 0);
  job.toldState = "Running";
  await shell.write(`[${job.number}] ${job.text}\n`);
  return 0;
};

/** Waits for jobs. A trapped signal ends the wait. */
const wait: Builtin = async (call) => {
  const { shell, args } = call;
  const targets = args.length === 0 ? [...shell.jobs.list()] : args.map((arg) => shell.jobs.find(arg));
  let code = 0;
  for (const [index, job] of targets.entries()) {
    if (!job) {
      const arg = args[index] ?? "";
      code = 127;
      if (arg.startsWith("%")) await shell.complain(`wait: ${arg}: no such job`);
      else if (!/^\d+$/.test(arg)) await shell.complain(`wait: ${arg}: argument must be %job or process id`);
      continue;
    }
    if (!(await untilEnded(job, shell))) return 128 + (signalNumber(shell.pendingTraps[0] ?? "") ?? 1);
    if (args.length > 0)
      code = job.tasks.find((task) => String(task.pid) === args[index])?.exitCode ?? job.tasks.at(-1)?.exitCode ?? 0;
    shell.jobs.remove(job);
  }
  return code;
};

async function untilEnded(job: Job, shell: Shell): Promise<boolean> {
  shell.task.sleeping = true;
  try {
    while (!jobEnded(job)) {
      if (shell.pendingTraps.length > 0) return false;
      if (shell.interactive && jobStopped(job)) return true;
      const running = job.tasks.find((task) => !task.ended);
      await running?.changed(shell.waitSignal);
    }
    return true;
  } catch (error) {
    if (shell.pendingTraps.length > 0 && !shell.task.signal.aborted) return false;
    shell.throwIfInterrupted();
    throw error;
  } finally {
    shell.task.sleeping = false;
  }
}

const USAGE = "usage:\tkill [-s signame | -signum | -signame] { job | pid | pgrp } ...\n\tkill -l [exit_status ...]\n";

/** `kill -l`: lists all signals in two columns, or the names of given numbers or exit codes. */
async function listSignals(shell: Shell, codes: readonly string[]): Promise<number> {
  if (codes.length === 0) {
    const cell = (number: number) =>
      `${String(number).padStart(2)} ${signalName(number).padStart(6)} ${signalDescription(number)}`;
    const rows = Array.from({ length: 32 }, (_, i) => `${cell(i + 1).padEnd(40)}${cell(i + 33)}`);
    await shell.write(`${rows.join("\n")}\n`);
  }
  for (const code of codes) {
    if (!/^\d+$/.test(code)) throw new ShellError(`kill: bad number: ${code}`);
    await shell.write(`${signalName(Number(code) > 128 ? Number(code) - 128 : Number(code))}\n`);
  }
  return 0;
}

/** mksh's kill, with support for jobs. */
const kill: Builtin = async (call) => {
  const { shell } = call;
  let args = call.args;
  if (args[0] === "-l") return listSignals(shell, args.slice(1));
  let signal = "TERM";
  if (args[0] === "-s" || args[0] === "-n") {
    signal = args[1] ?? "";
    args = args.slice(2);
  } else if (/^-[A-Za-z0-9]+$/.test(args[0] ?? "")) {
    signal = args[0]?.slice(1) ?? "";
    args = args.slice(1);
  }
  if (args[0] === "--") args = args.slice(1);
  const number = signalNumber(signal);
  if (number === undefined) throw new ShellError(`kill: bad signal: ${signal}`);
  if (args.length === 0) {
    await shell.writeError(USAGE);
    return 1;
  }
  let code = 0;
  for (const arg of args) {
    const problem = await send(arg, number, call);
    if (problem === undefined) continue;
    await shell.complain(`kill: ${problem}`);
    code = 1;
  }
  return code;
};

async function send(target: string, number: number, call: BuiltinCall): Promise<string | undefined> {
  const { shell } = call;
  const { kernel } = shell.machine;
  if (target.startsWith("%")) {
    const job = shell.jobs.find(target);
    if (!job) return `${target}: no such job`;
    const stopped = jobStopped(job);
    for (const task of job.tasks) task.kill(number);
    if (stopped && number !== signalNumber("CONT")) kernel.killGroup(job.groupId, signalNumber("CONT") ?? 0);
    return undefined;
  }
  if (!/^-?\d+$/.test(target)) return `${target}: arguments must be jobs or process IDs`;
  const result = await kernel.kill(Number(target), number, shell.task.userId);
  if (result === "sent") return undefined;
  return `${target}: ${result === "notPermitted" ? "Operation not permitted" : "No such process"}`;
}

export const JOB_BUILTINS: Readonly<Record<string, Builtin>> = { jobs, fg, bg, wait, kill };
