import { deviceMemory } from "../../files/proc-texts.ts";
import type { Process, ProcessTerminal, ShellCommand } from "../../process.ts";
import { timeZone } from "../../text/time-zone.ts";
import { parseOptions } from "../options.ts";
import { chosenColumns, processorShare, processTable } from "./process-columns.ts";

const KIBIBYTE = 1024;
const DEFAULT_SIZE = { rows: 24, columns: 80 };
const TOP_FIELDS = "PID,USER,PR,NI,VIRT,RES,SHR,S,%CPU=%CPU,%MEM,TIME+,ARGS";

async function runTop(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "bqHO:o:k:s:d:n:m:p:u:" });
  const everyMs = Math.max(0.1, Number(options.value("d") ?? 3)) * 1000;
  const live = process.stdout.isTerminal && !options.has("b");
  const rounds = Number(options.value("n") ?? Infinity);
  const quit = Promise.withResolvers<"quit">();
  if (live && process.stdin.isTerminal) void watchForQuit(process, () => quit.resolve("quit"));
  try {
    for (let round = 0; round < rounds; round++) {
      if (round > 0) {
        const ended = await Promise.race([process.sleep(everyMs), quit.promise]);
        if (ended === "quit") break;
      }
      const text = await topText(process, Number(options.value("m") ?? Infinity), options.has("q"), options.value("o"));
      if (live) await process.stdout.write(screenOf(text, process.tty));
      else await process.stdout.write(round > 0 ? `\n${text}` : text);
    }
    if (live) await process.stdout.write("\n");
    return 0;
  } finally {
    process.tty?.setRaw(false);
  }
}

/** Cuts the text to the terminal's size and prints titles in reverse video. */
function screenOf(text: string, { rows, columns }: Pick<ProcessTerminal, "rows" | "columns"> = DEFAULT_SIZE): string {
  const lines = text
    .split("\n")
    .slice(0, rows - 1)
    .map((line) => line.slice(0, columns));
  const shown = lines.map((line) => (/^\s*PID\b/.test(line) ? `\x1b[7m${line.padEnd(columns)}\x1b[0m` : line));
  return `\x1b[H\x1b[J${shown.join("\n")}`;
}

/** Calls `onQuit` at q or Ctrl-C. */
async function watchForQuit(process: Process, onQuit: () => void): Promise<void> {
  process.tty?.setRaw(true);
  try {
    for await (const bytes of process.stdin) if (/[qQ\x03]/.test(Buffer.from(bytes).toString())) return onQuit(); // oxlint-disable-line no-control-regex -- Ctrl-C in raw mode
  } catch {
    // The process has ended.
  }
  onQuit();
}

async function topText(process: Process, most: number, quiet: boolean, columns = TOP_FIELDS): Promise<string> {
  const all = await process.processes.list();
  const count = (state: string) => all.filter((one) => one.state === state).length;
  const { totalBytes, freeBytes } = deviceMemory();
  const mem = (bytes: number) => `${String(Math.floor(bytes / KIBIBYTE)).padStart(8)}K`;
  const head = [
    `Tasks: ${all.length} total, ${count("R")} running, ${count("S")} sleeping, ${count("T")} stopped, ${count("Z")} zombie`,
    `  Mem: ${mem(totalBytes)} total, ${mem(totalBytes - freeBytes)} used, ${mem(freeBytes)} free,        0 buffers`,
    ` Swap:        0 total,        0 used,        0 free,        0 cached`,
  ];
  const nowMs = process.clock.nowMs();
  const sorted = all
    .toSorted(
      (a, b) => Number(processorShare(b, nowMs)) - Number(processorShare(a, nowMs)) || b.memoryBytes - a.memoryBytes,
    )
    .slice(0, most);
  const table = { chosen: chosenColumns("top", columns), withTitles: !quiet, zone: await timeZone(process), nowMs };
  return `${quiet ? "" : `${head.join("\n")}\n`}${processTable(sorted, table)}`;
}

export const TOP_COMMAND: ShellCommand = { name: "top", run: runTop };
