import { CommandError } from "../../command-error.ts";
import type { Process, ShellCommand } from "../../process.ts";
import type { ProcessInfo } from "../../processes/process-table.ts";
import { signalNumber } from "../../processes/signals.ts";
import { needOperands, parseOptions } from "../options.ts";
import { commandRegex, loadRegexEngine } from "../text/posix-regex.ts";
import { shortName } from "./process-columns.ts";

function matchingProcesses(
  all: ProcessInfo[],
  pattern: string,
  { full, exact, own }: { full: boolean; exact: boolean; own: number },
): ProcessInfo[] {
  const expression = commandRegex("pgrep", pattern, { syntax: "extended", ...(exact && { only: "whole" }) });
  return all.filter((one) => one.pid !== own && expression.test(full ? one.commandLine.join(" ") : shortName(one)));
}

/** Values that the options for other criteria than the name compare. */
const selections: Readonly<Record<string, (process: ProcessInfo) => string[]>> = {
  P: ({ parentPid }) => [String(parentPid)],
  U: ({ userId, userName }) => [String(userId), userName],
  g: ({ groupId }) => [String(groupId)],
  t: ({ terminal }) => [terminal],
  u: ({ userId, userName }) => [String(userId), userName],
};

async function runPgrep(process: Process): Promise<number> {
  const { args } = process;
  let signal = "TERM";
  const rest = args.filter((arg) => {
    const name = process.name === "pkill" && /^-([A-Z0-9]+)$/.exec(arg)?.[1];
    if (!name || signalNumber(name) === undefined) return true;
    signal = name;
    return false;
  });
  const ofPkill = process.name === "pkill";
  const options = parseOptions(
    { name: process.name, args: rest },
    { letters: `${ofPkill ? "l:" : "lcd:"}fonvxu:U:g:P:t:` },
  );
  const named = Object.entries(selections).filter(([letter]) => options.has(letter));
  if (named.length === 0) needOperands(process, options, 1);
  await loadRegexEngine();
  const all = (await process.processes.list()).filter((one) =>
    named.every(([letter, valuesOf]) => {
      const wanted = new Set(options.values(letter).flatMap((list) => list.split(",")));
      return valuesOf(one).some((value) => wanted.has(value));
    }),
  );
  const [pattern = ""] = options.operands;
  let found = matchingProcesses(all, pattern, { full: options.has("f"), exact: options.has("x"), own: process.pid });
  if (options.has("v")) found = all.filter((one) => !found.includes(one) && one.pid !== process.pid);
  if (options.has("n")) found = found.slice(-1);
  if (options.has("o")) found = found.slice(0, 1);
  if (ofPkill) return signalAll(process, found, options.value("l") ?? signal);
  if (options.has("c")) await process.stdout.write(`${found.length}\n`);
  else if (found.length > 0) {
    const texts = found.map((one) =>
      options.has("l")
        ? `${one.pid} ${options.has("f") ? one.commandLine.join(" ") : shortName(one)}`
        : String(one.pid),
    );
    await process.stdout.write(`${texts.join(options.value("d") ?? "\n")}\n`);
  }
  return found.length > 0 ? 0 : 1;
}

async function signalAll(process: Process, found: readonly ProcessInfo[], signal: string): Promise<number> {
  const number = signalNumber(signal);
  if (number === undefined) throw new CommandError(`pkill: bad signal '${signal}'`);
  let failed = found.length === 0;
  for (const { pid } of found) {
    if ((await process.processes.kill(pid, number, process.userId)) !== "notPermitted") continue;
    await process.stderr.write(`pkill: ${pid}: Operation not permitted\n`);
    failed = true;
  }
  return failed ? 1 : 0;
}

async function runPidof(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "so:x" });
  const all = await process.processes.list();
  const omit = new Set(options.values("o").flatMap((text) => text.split(",")));
  const found = all
    .filter((one) => options.operands.includes(shortName(one)) || options.operands.includes(one.commandLine[0] ?? ""))
    .map(({ pid }) => String(pid))
    .filter((pid) => !omit.has(pid) && pid !== String(process.pid));
  const pids = options.has("s") ? found.slice(0, 1) : found.toReversed();
  if (pids.length > 0) await process.stdout.write(`${pids.join(" ")}\n`);
  return pids.length > 0 ? 0 : 1;
}

export const PGREP_COMMANDS: readonly ShellCommand[] = [
  { name: "pgrep", run: runPgrep },
  { name: "pidof", run: runPidof },
  { name: "pkill", run: runPgrep },
];
