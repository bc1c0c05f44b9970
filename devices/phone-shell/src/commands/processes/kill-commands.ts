import { CommandError } from "../../command-error.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { signalName, signalNames, signalNumber } from "../../processes/signals.ts";
import { shortName } from "./process-columns.ts";

/** Returns the output of `kill -l`: all signals, or the number or name of one. */
function signalText(wanted: string | undefined): string {
  if (wanted === undefined)
    return signalNames()
      .map((name, i) => `${String(i + 1).padStart(2)}) SIG${name.padEnd(9)}${(i + 1) % 5 === 0 ? "\n" : ""}`)
      .join("");
  return /^\d+$/.test(wanted) ? signalName(Number(wanted) & 127) : String(signalNumber(wanted) ?? -1);
}

/** Runs toybox's `kill` and `killall`. */
async function runKill(process: Process): Promise<number> {
  let args = [...process.args];
  let signal = "TERM";
  if (args[0] === "-l") {
    await process.stdout.write(`${signalText(args[1])}\n`);
    return 0;
  }
  if (args[0] === "-s") {
    if (args[1] === undefined)
      throw new CommandError(`${process.name}: Missing argument to -s (see "${process.name} --help")`);
    signal = args[1];
    args = args.slice(2);
  } else if (/^-[A-Za-z0-9]+$/.test(args[0] ?? "")) {
    signal = args[0]?.slice(1) ?? "";
    args = args.slice(1);
  }
  const number = signalNumber(signal);
  if (number === undefined)
    throw new CommandError(`${process.name}: ${process.name === "kill" ? "Unknown" : "bad"} signal '${signal}'`);
  if (args.length === 0) {
    const missing = process.name === "kill" ? "missing argument" : "Needs 1 argument";
    throw new CommandError(`${process.name}: ${missing} (see "${process.name} --help")`);
  }
  let exitCode = 0;
  for (const arg of args) if (!(await send(process, arg, number))) exitCode = 1;
  return exitCode;
}

/** Sends a signal to the operand's processes and reports failures. Returns whether all received it. */
async function send(process: Process, operand: string, signal: number): Promise<boolean> {
  const pids = process.name === "killall" ? await pidsNamed(process, operand) : [Number(operand)];
  if (pids.length === 0) await process.stderr.write(`killall: ${operand}: No such process\n`);
  let allSent = pids.length > 0;
  for (const pid of pids) {
    const result = Number.isInteger(pid) ? await process.processes.kill(pid, signal, process.userId) : "noSuchProcess";
    if (result === "sent") continue;
    const reason = result === "notPermitted" ? "Operation not permitted" : "No such process";
    await process.stderr.write(
      `${process.name}: ${process.name === "kill" ? `bad pid '${operand}'` : operand}: ${reason}\n`,
    );
    allSent = false;
  }
  return allSent;
}

async function pidsNamed(process: Process, name: string): Promise<number[]> {
  const all = await process.processes.list();
  return all.filter((one) => shortName(one) === name && one.pid !== process.pid).map(({ pid }) => pid);
}

export const KILL_COMMANDS: readonly ShellCommand[] = [
  { name: "kill", run: runKill },
  { name: "killall", run: runKill },
];
