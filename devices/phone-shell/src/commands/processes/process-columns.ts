import { CommandError } from "../../command-error.ts";
import { deviceMemory } from "../../files/proc-texts.ts";
import type { ProcessInfo } from "../../processes/process-table.ts";
import { formatDate } from "../../text/date-format.ts";

const KIBIBYTE = 1024;

interface Field {
  title: string;
  width: number;
  left?: boolean;
  /** Formats the value. Times of day are in the given zone. */
  value: (process: ProcessInfo, zone: string, nowMs: number) => string;
}

/** A field with its column title. */
export interface Column {
  field: Field;
  title: string;
}

/** Returns the name of a process without its folders. */
export function shortName({ commandLine }: ProcessInfo): string {
  return (commandLine[0] ?? "").split("/").at(-1) ?? "";
}

function cpuTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Returns a process's share of one processor since its start, in percent. */
export function processorShare({ busyMs, startedAtMs }: ProcessInfo, nowMs: number): string {
  return ((100 * busyMs) / Math.max(1, nowMs - startedAtMs)).toFixed(1);
}

const kib = (bytes: number) => String(Math.floor(bytes / KIBIBYTE));

const fields: Readonly<Record<string, Field>> = {
  USER: { title: "USER", width: 12, left: true, value: ({ userName }) => userName },
  UID: { title: "UID", width: 5, value: ({ userId }) => String(userId) },
  PID: { title: "PID", width: 5, value: ({ pid }) => String(pid) },
  PPID: { title: "PPID", width: 5, value: ({ parentPid }) => String(parentPid) },
  PGID: { title: "PGID", width: 5, value: ({ groupId }) => String(groupId) },
  VSZ: { title: "VSZ", width: 7, value: ({ memoryBytes }) => kib(memoryBytes * 4) },
  RSS: { title: "RSS", width: 6, value: ({ memoryBytes }) => kib(memoryBytes) },
  WCHAN: { title: "WCHAN", width: 10, left: true, value: () => "0" },
  ADDR: { title: "ADDR", width: 10, value: () => "0" },
  S: { title: "S", width: 1, value: ({ state }) => state },
  STAT: { title: "STAT", width: 4, left: true, value: ({ state }) => state },
  NAME: { title: "NAME", width: 27, left: true, value: ({ commandLine }) => commandLine[0] ?? "" },
  CMD: { title: "CMD", width: 15, left: true, value: shortName },
  COMM: { title: "COMM", width: 15, left: true, value: shortName },
  ARGS: { title: "ARGS", width: 27, left: true, value: ({ commandLine }) => commandLine.join(" ") },
  CMDLINE: { title: "CMDLINE", width: 27, left: true, value: ({ commandLine }) => commandLine.join(" ") },
  C: { title: "C", width: 1, value: () => "0" },
  STIME: { title: "STIME", width: 5, value: ({ startedAtMs }, zone) => formatDate("%H:%M", startedAtMs, zone) },
  START: { title: "START", width: 5, value: ({ startedAtMs }, zone) => formatDate("%H:%M", startedAtMs, zone) },
  ELAPSED: { title: "ELAPSED", width: 11, value: ({ startedAtMs }, _, nowMs) => cpuTime(nowMs - startedAtMs) },
  TTY: { title: "TTY", width: 8, left: true, value: ({ terminal }) => terminal },
  TIME: { title: "TIME", width: 8, value: ({ busyMs }) => cpuTime(busyMs) },
  "TIME+": {
    title: "TIME+",
    width: 9,
    value: ({ busyMs }) => `${Math.floor(busyMs / 60_000)}:${((busyMs % 60_000) / 1000).toFixed(2).padStart(5, "0")}`,
  },
  "%CPU": { title: "%CPU", width: 4, value: (process, _, nowMs) => processorShare(process, nowMs) },
  "%MEM": {
    title: "%MEM",
    width: 4,
    value: ({ memoryBytes }) => ((100 * memoryBytes) / deviceMemory().totalBytes).toFixed(1),
  },
  PR: { title: "PR", width: 2, value: () => "20" },
  PRI: { title: "PRI", width: 3, value: () => "19" },
  NI: { title: "NI", width: 3, value: () => "0" },
  VIRT: { title: "VIRT", width: 4, value: ({ memoryBytes }) => `${Math.round((memoryBytes * 4) / 1024 ** 2)}M` },
  RES: { title: "RES", width: 4, value: ({ memoryBytes }) => `${Math.round(memoryBytes / 1024 ** 2)}M` },
  SHR: { title: "SHR", width: 4, value: ({ memoryBytes }) => `${Math.round(memoryBytes / 2 / 1024 ** 2)}M` },
  LABEL: {
    title: "LABEL",
    width: 30,
    left: true,
    value: ({ userName }) => `u:r:${userName === "shell" ? "shell" : "init"}:s0`,
  },
};

/** Parses the columns of `-o`: `NAME` or `NAME=title`. Throws CommandError with the command's name. */
export function chosenColumns(name: string, text: string): Column[] {
  return text
    .split(/[, ]+/)
    .filter((item) => item !== "")
    .map((item) => {
      const [key = "", title] = item.split("=");
      const field = fields[key.toUpperCase()];
      if (!field) throw new CommandError(`${name}: bad -o ${item}`);
      return { field, title: title ?? field.title };
    });
}

/** Formats a table of processes. Columns are as wide as their values; the last column is not padded. */
export function processTable(
  rows: readonly ProcessInfo[],
  { chosen, withTitles, zone, nowMs }: { chosen: readonly Column[]; withTitles: boolean; zone: string; nowMs: number },
): string {
  const cells = rows.map((row) => chosen.map(({ field }) => field.value(row, zone, nowMs)));
  const widths = chosen.map(({ field, title }, i) =>
    Math.max(field.width, title.length, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const padded = (cell: string, i: number) => {
    if (!chosen[i]?.field.left) return cell.padStart(widths[i] ?? 0);
    return i === chosen.length - 1 ? cell : cell.padEnd(widths[i] ?? 0);
  };
  const titles = withTitles && chosen.some(({ title }) => title !== "") ? [chosen.map(({ title }) => title)] : [];
  return [...titles, ...cells].map((row) => `${row.map(padded).join(" ")}\n`).join("");
}
