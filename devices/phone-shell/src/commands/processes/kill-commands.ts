import { CommandError } from "../../command-error.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { signalName, signalNames, signalNumber } from "../../processes/signals.ts";
import { shortName } from "./process-columns.ts";

/** What `kill -l` says: all signals, or the number or name of one. */
function signalText(wanted: string | undefined): string {
  if (wanted === undefined)
    return signalNames()
      .map((name, i) => `${String(i + 1).padStart(2)} ${name}`)
      .join("\n");
  return /^\d+$/.test(wanted) ? signalName(Number(wanted) & 127) : String(signalNumber(wanted) ?? "");
}

/** `kill` and `killall` of toybox. */
async function runKill(process: Process): Promise<number> {
  let args = [...process.args];
  let signal = "TERM";
  if (args[0] === "-l") {
    await process.stdout.write(`${signalText(args[1])}\n`);
    return 0;
  }
  if (args[0] === "-s") {
    signal = args[1] ?? "";
    args = args.slice(2);
  } else if (/^-[A-Za-z0-9]+$/.test(args[0] ?? "")) {
    signal = args[0]?.slice(1) ?? "";
    args = args.slice(1);
  }
  const number = signalNumber(signal);
  if (number === undefined) throw new CommandError(`${process.name}: bad signal '${signal}'`);
  if (args.length === 0) throw new CommandError(`${process.name}: Needs 1 argument (see "${process.name} --help")`);
  let exitCode = 0;
  for (const arg of args) if (!(await send(process, arg, number))) exitCode = 1;
  return exitCode;
}

/** Sends a signal to what an operand names, and complains where it cannot. Gives whether all got it. */
async function send(process: Process, operand: string, signal: number): Promise<boolean> {
  const pids = process.name === "killall" ? await pidsNamed(process, operand) : [Number(operand)];
  if (pids.length === 0) await process.stderr.write(`killall: ${operand}: No such process\n`);
  let allSent = pids.length > 0;
  for (const pid of pids) {
    if (!Number.isInteger(pid)) throw new CommandError(`kill: unknown process '${operand}'`);
    const result = await process.processes.kill(pid, signal, process.userId);
    if (result === "sent") continue;
    const reason = result === "notPermitted" ? "Operation not permitted" : "No such process";
    await process.stderr.write(`${process.name}: ${operand}: ${reason}\n`);
    allSent = false;
  }
  return allSent;
}

async function pidsNamed(process: Process, name: string): Promise<number[]> {
  const all = await process.processes.list();
  return all.filter((one) => shortName(one) === name && one.pid !== process.pid).map(({ pid }) => pid);
}

export const killCommands: readonly ShellCommand[] = [
  { name: "kill", run: runKill },
  { name: "killall", run: runKill },
];
