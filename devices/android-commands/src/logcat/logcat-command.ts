import { CommandError } from "@terrarium/phone-shell/command-error";
import { loadRegexEngine } from "@terrarium/phone-shell/commands/text/posix-regex";
import type { Process, ShellCommand } from "@terrarium/phone-shell/process";
import { timeZone } from "@terrarium/phone-shell/text/time-zone";
import {
  MAX_LOG_ENTRY_BYTES,
  MAX_LOG_PAYLOAD_BYTES,
  type LogBufferStatus,
  type LogEntry,
} from "@terrarium/phone-system/log-buffer";
import { androidCommand, whileRunning } from "../android-command.ts";
import { binaryLogEntry } from "./log-binary.ts";
import { passesLogFilter } from "./log-filter.ts";
import { formatLogEntry, type LogClock } from "./log-format.ts";
import { LOGCAT_USAGE, parseLogcatOptions, type LogcatOptions } from "./logcat-options.ts";

/** Entries fetched from the device at a time. */
const BATCH_ENTRIES = 500;

/** `logcat`: prints, follows, clears and measures the device's log. */
export const logcatCommand: ShellCommand = androidCommand("logcat", async (process) => {
  const { args, env, system } = process;
  if (args.some((arg) => arg === "--help" || arg === "-h")) return LOGCAT_USAGE;
  await loadRegexEngine();
  const options = parseLogcatOptions([...args], env, {
    timeZone: await timeZone(process),
    nowMs: process.clock.nowMs(),
  });
  switch (options.action) {
    case "clear":
      return system.clearLog(options.buffers);
    case "resize":
      if (await system.resizeLog(options.buffers, options.limitBytes)) return undefined;
      throw new CommandError(`failed to set the log buffer size to ${options.limitBytes} bytes`);
    case "sizes":
      return (await system.logStatus(options.buffers)).map(sizeLine).join("");
    case "statistics":
      return statistics(await system.logStatus(options.buffers));
    case "print":
      return print(process, options);
  }
});

async function print(process: Process, options: LogcatOptions): Promise<void> {
  const { system, stdout, files } = process;
  const printer = new LogPrinter(options, await logClock(process));
  const write = async (output: string | Uint8Array): Promise<void> => {
    if (output.length === 0) return;
    if (options.file === undefined) await stdout.write(output);
    else await files.write(options.file, output, "append");
  };
  let after = await startOf(process, options);
  for (;;) {
    let entries = await system.readLog(options.buffers, after, BATCH_ENTRIES);
    if (entries.length === 0) {
      if (!options.follow) return;
      entries = await whileRunning(process, system.followLog(options.buffers, after, BATCH_ENTRIES));
    }
    after = entries.at(-1)?.sequence ?? after;
    await write(options.binary ? Buffer.concat(printer.chosen(entries).map(binaryLogEntry)) : printer.print(entries));
    if (printer.done) return;
    await process.pause();
  }
}

/** Returns the whole log of these buffers as `logcat -d` prints it. */
export async function wholeLog(process: Process, args: string[]): Promise<string> {
  await loadRegexEngine();
  const clock = await logClock(process);
  const options = parseLogcatOptions(args, {}, { timeZone: clock.timeZone, nowMs: process.clock.nowMs() });
  const printer = new LogPrinter(options, clock);
  return printer.print(await process.system.readLog(options.buffers, 0, Number.MAX_SAFE_INTEGER));
}

async function logClock(process: Process): Promise<LogClock> {
  return { startedMs: await process.system.startedMs(), timeZone: await timeZone(process) };
}

/** Returns the sequence number before the first entry to print. */
async function startOf({ system }: Process, { buffers, tail, since }: LogcatOptions): Promise<number> {
  if (tail === undefined && since === undefined) return 0;
  const entries = await system.readLog(buffers, 0, Number.MAX_SAFE_INTEGER);
  const first = since === undefined ? entries.at(-(tail ?? 0)) : entries.find(({ timeMs }) => timeMs >= since);
  if (tail !== undefined && tail >= entries.length) return 0;
  if (!first || tail === 0) return entries.at(-1)?.sequence ?? 0;
  return first.sequence - 1;
}

/** Selects and formats entries. Records the announced buffers and the number of printed entries. */
class LogPrinter {
  readonly #options: LogcatOptions;
  readonly #clock: LogClock;
  readonly #begun = new Set<string>();
  #lastBuffer: string | undefined;
  #count = 0;

  constructor(options: LogcatOptions, clock: LogClock) {
    this.#options = options;
    this.#clock = clock;
  }

  get done(): boolean {
    return this.#count >= (this.#options.maxCount ?? Infinity);
  }

  print(entries: readonly LogEntry[]): string {
    let text = "";
    for (const entry of entries) {
      if (this.done) break;
      if (!this.#concerns(entry)) continue;
      text += this.#divider(entry);
      if (this.#passes(entry)) text += formatLogEntry(entry, this.#options.format, this.#clock);
    }
    return text;
  }

  /** Returns the entries that match the options. */
  chosen(entries: readonly LogEntry[]): LogEntry[] {
    return entries.filter((entry) => !this.done && this.#concerns(entry) && this.#passes(entry));
  }

  #concerns({ uid }: LogEntry): boolean {
    const { uids } = this.#options;
    return !uids || uids.includes(uid);
  }

  #passes({ tag, priority, pid, message }: LogEntry): boolean {
    const { filter, regex, printAll, pid: wanted } = this.#options;
    if ((wanted !== undefined && pid !== wanted) || !passesLogFilter(filter, tag, priority)) return false;
    const matches = !regex || regex.test(message);
    if (matches) this.#count += 1;
    return matches || printAll;
  }

  /** Returns the line before the first entry of a buffer (AOSP logcat.cpp, PrintDividers). */
  #divider({ buffer }: LogEntry): string {
    if (this.#lastBuffer === buffer) return "";
    this.#lastBuffer = buffer;
    const begun = this.#begun.has(buffer);
    this.#begun.add(buffer);
    if (begun && !this.#options.dividers) return "";
    return `--------- ${begun ? "switch to" : "beginning of"} ${buffer}\n`;
  }
}

function sizeLine({ buffer, limitBytes, usedBytes }: LogBufferStatus): string {
  return (
    `${buffer}: ring buffer is ${amount(limitBytes)}B (${amount(usedBytes)}B consumed, ${amount(usedBytes)}B readable), ` +
    `max entry is ${MAX_LOG_ENTRY_BYTES} B, max payload is ${MAX_LOG_PAYLOAD_BYTES} B\n`
  );
}

function amount(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < 3; unit++) value = Math.floor((value + 512) / 1024);
  return `${value} ${["", "Ki", "Mi", "Gi"][unit]}`;
}

function statistics(all: readonly LogBufferStatus[]): string {
  const row = (name: string, ...cells: (string | number)[]) =>
    `${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(12)).join("")}\n`;
  return (
    row("buffer", "size", "used", "entries") +
    all.map(({ buffer, limitBytes, usedBytes, entries }) => row(buffer, limitBytes, usedBytes, entries)).join("")
  );
}
