import type { Process, Program, ShellCommand } from "../../process.ts";
import { linesWithEnds } from "../../streams/byte-stream.ts";
import { parseSed, substitute, type SedAddress, type SedCommand } from "./sed-script.ts";

/** sed: simple scripts over the standard input run line by line, as it comes; all else is `whole`'s. */
export function createSedCommand(whole: Program): ShellCommand {
  return { name: "sed", run: (process) => runSed(process, whole) };
}

async function runSed(process: Process, whole: Program): Promise<number> {
  const call = parseCall(process.args);
  const commands = call && parseSed(call.script, call.extended);
  if (!call || !commands) return whole(process);
  return stream(process, commands, call.quiet);
}

/** `sed [-n] [-E] [-e script] script`, without files. */
function parseCall(args: readonly string[]): { script: string; quiet: boolean; extended: boolean } | undefined {
  const scripts: string[] = [];
  const operands: string[] = [];
  let flags = "";
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "-e") scripts.push(args[++i] ?? "");
    else if (/^-[nEru]+$/.test(arg)) flags += arg;
    else if (arg.startsWith("-")) return undefined;
    else operands.push(arg);
  }
  if (scripts.length === 0) scripts.push(...operands.splice(0, 1));
  if (scripts.length === 0 || operands.length > 0) return undefined;
  return { script: scripts.join("\n"), quiet: flags.includes("n"), extended: /[Er]/.test(flags) };
}

async function stream(process: Process, commands: SedCommand[], quiet: boolean): Promise<number> {
  const { stdin, stdout } = process;
  // Whether a line is the last one is known only from the next; nobody waits for that who does not ask.
  const asksForLast = commands.some(({ from, to }) => from?.kind === "last" || to?.kind === "last");
  let number = 0;
  let held: { text: string; ended: boolean } | undefined;
  const work = async (line: { text: string; ended: boolean }, last: boolean): Promise<boolean> => {
    number += 1;
    const { output, quit } = carryOut(commands, Buffer.from(line.text, "latin1").toString(), number, last, quiet);
    const text = output.join("\n");
    if (output.length > 0) await stdout.write(line.ended ? `${text}\n` : text);
    return quit;
  };
  for await (const line of linesWithEnds(stdin)) {
    await process.pause();
    if (!asksForLast) {
      if (await work(line, false)) return 0;
      continue;
    }
    if (held && (await work(held, false))) return 0;
    held = line;
  }
  if (held) await work(held, true);
  return 0;
}

function carryOut(
  commands: SedCommand[],
  line: string,
  number: number,
  last: boolean,
  quiet: boolean,
): { output: string[]; quit: boolean } {
  const output: string[] = [];
  let text = line;
  for (const command of commands) {
    if (applies(command, text, number, last) === command.negated) continue;
    const { action } = command;
    if (action.kind === "delete") return { output, quit: false };
    if (action.kind === "print") output.push(text);
    else if (action.kind === "number") output.push(String(number));
    else if (action.kind === "quit") return { output: quiet ? output : [...output, text], quit: true };
    else if (action.kind === "substitute") {
      const changed = substitute(text, action);
      if (changed === undefined) continue;
      text = changed;
      if (action.print) output.push(text);
    }
  }
  return { output: quiet ? output : [...output, text], quit: false };
}

function applies(command: SedCommand, text: string, number: number, last: boolean): boolean {
  const { from, to } = command;
  if (!from) return true;
  if (!to) return matches(from, text, number, last);
  if (command.inRange) {
    if (to.kind === "line" ? number >= to.number : matches(to, text, number, last)) command.inRange = false;
    return to.kind !== "line" || number <= to.number;
  }
  if (!matches(from, text, number, last)) return false;
  command.inRange = !(to.kind === "line" && to.number <= number);
  return true;
}

function matches(address: SedAddress, text: string, number: number, last: boolean): boolean {
  if (address.kind === "line") return number === address.number;
  return address.kind === "last" ? last : address.expression.test(text);
}
