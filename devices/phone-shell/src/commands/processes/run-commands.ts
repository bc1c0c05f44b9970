import type { Timer } from "@terrarium/phone-system/clock";
import { CommandError } from "../../command-error.ts";
import { LIMITS } from "../../limits.ts";
import type { Child, Process, ShellCommand } from "../../process.ts";
/** Commands that run other commands. */
import { signalNumber } from "../../processes/signals.ts";
import { emptySource, linesWithEnds, readAll } from "../../streams/byte-stream.ts";
import { decodeText } from "../../streams/text-bytes.ts";
import { trimBlanks, wordsOf } from "../../text/blanks.ts";
import { withoutPrototype } from "../../without-prototype.ts";
import { needOperands, parseOptions } from "../options.ts";

/** Exit code of commands that run other commands, for invalid arguments. */
const WRONG_USE_CODE = 125;

async function runEnv(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "i0u:", stopAtOperand: true, exitCode: WRONG_USE_CODE });
  const words = [...options.operands];
  // A single minus is the older form of -i.
  const isEmpty = words[0] === "-" ? words.shift() !== undefined : options.has("i");
  const env = Object.assign(withoutPrototype<string>(), isEmpty ? {} : process.env);
  for (const name of options.values("u")) delete env[name];
  while (/^[^=]+=/.test(words[0] ?? "")) {
    const [, name = "", value = ""] = /^([^=]+)=([^]*)$/.exec(words.shift() ?? "") ?? [];
    env[name] = value;
  }
  if (words.length > 0) return process.spawn(words, { env }).exited;
  const end = options.has("0") ? "\0" : "\n";
  await process.stdout.write(
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}${end}`)
      .join(""),
  );
  return 0;
}

async function runPrintenv(process: Process): Promise<number> {
  const { env, stdout } = process;
  const options = parseOptions(process, { letters: "0" });
  const end = options.has("0") ? "\0" : "\n";
  if (options.operands.length === 0)
    await stdout.write(
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}${end}`)
        .join(""),
    );
  let exitCode = 0;
  for (const name of options.operands) {
    const value = env[name];
    if (value === undefined) exitCode = 1;
    else await stdout.write(`${value}${end}`);
  }
  return exitCode;
}

async function runNohup(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "", stopAtOperand: true, exitCode: WRONG_USE_CODE });
  needOperands(process, options, 1, Infinity, WRONG_USE_CODE);
  process.onSignal("HUP", () => undefined);
  const { stdout, stdin } = process;
  const file = stdout.isTerminal ? await process.files.create("nohup.out", "append") : undefined;
  const child = process.spawn(options.operands, {
    ...(file && { stdout: file }),
    ...(stdin.isTerminal && { stdin: emptySource() }),
    immuneTo: ["HUP"],
  });
  const exitCode = await child.exited;
  await file?.close();
  return exitCode;
}

function seconds(name: string, text: string, exitCode = 1): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text) ?? [];
  if (number === undefined)
    throw new CommandError(
      /^\d/.test(text) ? `${name}: Unknown suffix '${text.replace(/^[\d.]+/, "")}'` : `${name}: Not a number '${text}'`,
      exitCode,
    );
  return Number(number) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[unit] ?? 1);
}

async function runSleep(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "" });
  needOperands(process, options, 1);
  await process.sleep(options.operands.reduce((sum, text) => sum + seconds(process.name, text), 0) * 1000);
  return 0;
}

const TIMED_OUT_CODE = 124;

async function runTimeout(process: Process): Promise<number> {
  const options = parseOptions(process, {
    letters: "s:k:vi",
    long: ["foreground", "preserve-status", "signal=:s", "kill-after=:k"],
    stopAtOperand: true,
    exitCode: WRONG_USE_CODE,
  });
  needOperands(process, options, 2, Infinity, WRONG_USE_CODE);
  const [duration = "0", ...words] = options.operands;
  const signal = options.value("s") ?? "TERM";
  if (signalNumber(signal) === undefined) throw new CommandError(`timeout: bad -s: '${signal}'`, WRONG_USE_CODE);
  const limitMs = seconds("timeout", duration, WRONG_USE_CODE) * 1000;
  const child = process.spawn(words);
  let timedOut = false;
  const timers: Timer[] = [];
  const { clock } = process;
  if (limitMs > 0) {
    timers.push(
      clock.startTimer(limitMs, () => {
        timedOut = true;
        child.kill(signal);
        const killAfter = options.value("k");
        if (killAfter !== undefined)
          timers.push(clock.startTimer(seconds("timeout", killAfter) * 1000, () => child.kill("KILL")));
      }),
    );
  }
  try {
    const exitCode = await child.exited;
    return timedOut && !options.has("preserve-status") && signal !== "KILL" ? TIMED_OUT_CODE : exitCode;
  } finally {
    for (const timer of timers) timer.cancel();
  }
}

async function runTime(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "pv", stopAtOperand: true });
  needOperands(process, options, 1);
  const startedMs = process.clock.elapsedMs();
  const exitCode = await process.spawn(options.operands).exited;
  const real = (process.clock.elapsedMs() - startedMs) / 1000;
  await process.stderr.write(
    options.has("p")
      ? `real ${real.toFixed(6)}\nuser 0.000000\nsys 0.000000\n`
      : `\nreal\t${real.toFixed(3)}\nuser\t0.000\nsys\t0.000\n`,
  );
  return exitCode;
}

/** Makes a command that runs another command unchanged. The options are parsed, but have no effect on the device. */
function passOn(letters: string): (process: Process) => Promise<number> {
  return async (process) => {
    const options = parseOptions(process, { letters, stopAtOperand: true });
    needOperands(process, options, 1);
    const level = options.value("n");
    if (level !== undefined && !/^[-+]?\d+$/.test(level))
      throw new CommandError(`${process.name}: not integer: ${level}`);
    return process.spawn(options.operands).exited;
  };
}

async function runXargs(process: Process): Promise<number> {
  const options = parseOptions(process, {
    letters: "0rtpxn:I:L:s:P:E:d:",
    long: ["null:0", "no-run-if-empty:r"],
    stopAtOperand: true,
  });
  const command = options.operands.length > 0 ? options.operands : ["echo"];
  const replace = options.value("I");
  const content = decodeText(await readAll(process.stdin, LIMITS.wholeInputBytes));
  const all = splitItems(content, options.has("0") ? "\0" : options.value("d"), replace !== undefined);
  const end = all.indexOf(options.value("E") ?? "\0");
  const items = end < 0 ? all : all.slice(0, end);
  const most = Number(options.value("n") ?? (replace === undefined ? Infinity : 1));
  const lines = options.value("L");
  const batches =
    lines === undefined
      ? batchesOf(items, most)
      : batchesOf(
          content.split("\n").filter((line) => trimBlanks(line) !== ""),
          Number(lines),
        ).map((batch) => batch.flatMap((line) => splitItems(line, undefined, false)));
  if (batches.length === 0 && !options.has("r") && replace === undefined) batches.push([]);
  const parallel = Math.max(1, Number(options.value("P") ?? 1) || 1);
  const running = new Set<Promise<void>>();
  let exitCode = 0;
  const noteExit = async ({ exited }: Child): Promise<void> => {
    const code = await exited;
    if (code === 126 || code === 127) exitCode = code;
    else if (code === 255) {
      exitCode = 124;
      await process.stderr.write(`xargs: ${command[0]}: exited with status 255; aborting\n`);
    } else if (code > 128) exitCode = 125;
    else if (code !== 0) exitCode = 123;
  };
  for (const batch of batches) {
    const words =
      replace === undefined
        ? [...command, ...batch]
        : command.map((word) => word.replaceAll(replace, () => batch[0] ?? ""));
    if (options.has("t")) await process.stderr.write(`${words.join(" ")}\n`);
    const child = process.spawn(words, { stdin: emptySource() });
    const done = noteExit(child);
    running.add(done);
    void done.finally(() => running.delete(done));
    if (running.size >= parallel) await Promise.race(running);
    if (exitCode >= 124) break;
  }
  await Promise.all(running);
  return exitCode;
}

function splitItems(text: string, delimiter: string | undefined, byLine: boolean): string[] {
  if (delimiter !== undefined)
    return text
      .split(delimiter === "\\n" ? "\n" : delimiter)
      .filter((item, i, all) => i < all.length - 1 || item !== "");
  if (byLine)
    return text
      .split("\n")
      .map(trimBlanks)
      .filter((line) => line !== "");
  // Splits only at whitespace, as toybox does. A quote is part of a name in the output of `ls` and `find`.
  return wordsOf(text);
}

const MAX_BATCH_CHARACTERS = 128 * 1024;

function batchesOf(items: string[], most: number): string[][] {
  const batches: string[][] = [];
  let size = Infinity;
  for (const item of items) {
    const last = batches.at(-1);
    if (last && last.length < most && size + item.length < MAX_BATCH_CHARACTERS) {
      last.push(item);
      size += item.length + 1;
    } else {
      batches.push([item]);
      size = item.length;
    }
  }
  return batches;
}

async function runWatch(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "n:tebx", stopAtOperand: true });
  needOperands(process, options, 1);
  const everyMs = Math.max(0.1, Number(options.value("n") ?? 2)) * 1000;
  const words = options.has("x") ? options.operands : ["sh", "-c", options.operands.join(" ")];
  for (;;) {
    const { stdout, tty } = process;
    const head = options.has("t") ? "" : `Every ${everyMs / 1000}s: ${options.operands.join(" ")}\n\n`;
    const collected: Uint8Array[] = [];
    const sink = {
      isTerminal: false,
      write: async (data: Uint8Array | string) => void collected.push(Buffer.from(data)),
      close: async () => undefined,
    };
    const exitCode = await process.spawn(words, { stdout: sink, stderr: sink }).exited;
    const rows = (head + Buffer.concat(collected).toString()).split("\n").slice(0, (tty?.rows ?? 25) - 1);
    await stdout.write(`\x1b[H\x1b[J${rows.join("\n")}`);
    if (options.has("e") && exitCode !== 0) return exitCode;
    await process.sleep(everyMs);
  }
}

async function runYes({ args, stdout }: Process): Promise<number> {
  const line = `${args.length > 0 ? args.join(" ") : "y"}\n`;
  const chunk = line.repeat(Math.max(1, Math.floor(16_384 / line.length)));
  for (;;) await stdout.write(chunk);
}

/** `more`: prints the lines of the input until it ends. */
async function runMore(process: Process): Promise<number> {
  const paths = process.args.filter((arg) => !arg.startsWith("-"));
  for (const path of paths.length > 0 ? paths : ["-"]) {
    const source = path === "-" ? process.stdin : await process.files.open(path);
    for await (const { text } of linesWithEnds(source)) await process.stdout.write(Buffer.from(`${text}\n`, "latin1"));
  }
  return 0;
}

export const runCommands: readonly ShellCommand[] = [
  { name: "env", run: runEnv },
  { name: "ionice", run: passOn("tc:n:p:") },
  { name: "more", run: runMore },
  { name: "nice", run: passOn("n:") },
  { name: "nohup", run: runNohup },
  { name: "printenv", run: runPrintenv },
  { name: "setsid", run: passOn("cdw") },
  { name: "sleep", run: runSleep },
  { name: "time", run: runTime },
  { name: "timeout", run: runTimeout },
  { name: "watch", run: runWatch },
  { name: "xargs", run: runXargs },
  { name: "yes", run: runYes },
];
