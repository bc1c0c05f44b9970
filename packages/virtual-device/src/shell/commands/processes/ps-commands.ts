import { deviceMemory } from "../../files/proc-texts.ts";
import type { Process, ShellCommand } from "../../process.ts";
import type { ProcessInfo } from "../../processes/process-table.ts";
import { signalName, signalNames, signalNumber } from "../../processes/signals.ts";
import { CommandError } from "../command.ts";
import { needOperands, parseOptions } from "../options.ts";
import { formatDate } from "../system/date-format.ts";

const kibibyte = 1024;

interface Field {
  title: string;
  width: number;
  left?: boolean;
  value: (process: ProcessInfo) => string;
}

function shortName({ commandLine }: ProcessInfo): string {
  return (commandLine[0] ?? "").split("/").at(-1) ?? "";
}

function cpuTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function share({ busyMs, startedAtMs }: ProcessInfo): string {
  return ((100 * busyMs) / Math.max(1, Date.now() - startedAtMs)).toFixed(1);
}

const kib = (bytes: number) => String(Math.floor(bytes / kibibyte));

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
  STIME: { title: "STIME", width: 5, value: ({ startedAtMs }) => formatDate("%H:%M", startedAtMs, "UTC") },
  START: { title: "START", width: 5, value: ({ startedAtMs }) => formatDate("%H:%M", startedAtMs, "UTC") },
  ELAPSED: { title: "ELAPSED", width: 11, value: ({ startedAtMs }) => cpuTime(Date.now() - startedAtMs) },
  TTY: { title: "TTY", width: 8, left: true, value: ({ terminal }) => terminal },
  TIME: { title: "TIME", width: 8, value: ({ busyMs }) => cpuTime(busyMs) },
  "TIME+": {
    title: "TIME+",
    width: 9,
    value: ({ busyMs }) => `${Math.floor(busyMs / 60_000)}:${((busyMs % 60_000) / 1000).toFixed(2).padStart(5, "0")}`,
  },
  "%CPU": { title: "%CPU", width: 4, value: share },
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

function chosenFields(name: string, text: string): { field: Field; title: string }[] {
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

/** Rows as wide as their values need; the last column is not padded. */
function table(rows: readonly ProcessInfo[], chosen: { field: Field; title: string }[], withTitles: boolean): string {
  const cells = rows.map((row) => chosen.map(({ field }) => field.value(row)));
  const widths = chosen.map(({ field, title }, i) =>
    Math.max(field.width, title.length, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, i) =>
        i === row.length - 1 && chosen[i]?.field.left
          ? cell
          : chosen[i]?.field.left
            ? cell.padEnd(widths[i] ?? 0)
            : cell.padStart(widths[i] ?? 0),
      )
      .join(" ");
  const titles = withTitles && chosen.some(({ title }) => title !== "") ? [chosen.map(({ title }) => title)] : [];
  return [...titles, ...cells].map((row) => `${line(row)}\n`).join("");
}

async function runPs(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "AadefglnwtTMZk:o:O:p:P:u:U:G:s:C:", long: ["no-headers"] });
  const all = await process.processes.list();
  const own = all.find(({ pid }) => pid === process.pid);
  const list = (letter: string) => options.values(letter).flatMap((text) => text.split(","));
  const everything = options.has("A") || options.has("e");
  const chosen = all.filter((one) => {
    if (options.has("p")) return list("p").includes(String(one.pid));
    if (options.has("P")) return list("P").includes(String(one.parentPid));
    if (options.has("u") || options.has("U"))
      return [...list("u"), ...list("U")].some((user) => user === one.userName || user === String(one.userId));
    if (options.has("C")) return list("C").includes(shortName(one));
    if (everything) return true;
    return one.userId === process.userId && (one.terminal === own?.terminal || options.has("a"));
  });
  const label = options.has("Z") ? "LABEL," : "";
  let columns = "USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME";
  if (options.has("f")) columns = "USER=UID,PID,PPID,C,STIME,TTY,TIME,ARGS=CMD";
  else if (options.has("l")) columns = "S,UID,PID,PPID,C,PRI,NI,ADDR,VSZ=SZ,WCHAN,TTY,TIME,CMD";
  if (options.has("o")) columns = options.values("o").join(",");
  if (options.has("O")) columns += `,${options.values("O").join(",")}`;
  await process.stdout.write(table(chosen, chosenFields("ps", label + columns), !options.has("no-headers")));
  return 0;
}

const topFields = "PID,USER,PR,NI,VIRT,RES,SHR,S,%CPU=%CPU,%MEM,TIME+,ARGS";

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
      if (!live) {
        await process.stdout.write(round > 0 ? `\n${text}` : text);
        continue;
      }
      const { rows, columns } = process.tty ?? { rows: 24, columns: 80 };
      const lines = text
        .split("\n")
        .slice(0, rows - 1)
        .map((line) => line.slice(0, columns));
      const shown = lines.map((line) => (/^\s*PID\b/.test(line) ? `\x1b[7m${line.padEnd(columns)}\x1b[0m` : line));
      await process.stdout.write(`\x1b[H\x1b[J${shown.join("\n")}`);
    }
    if (live) await process.stdout.write("\n");
    return 0;
  } finally {
    process.tty?.setRaw(false);
  }
}

/** Ends `top` at q or Ctrl-C. */
async function watchForQuit(process: Process, onQuit: () => void): Promise<void> {
  process.tty?.setRaw(true);
  try {
    for await (const bytes of process.stdin) if (/[qQ\x03]/.test(Buffer.from(bytes).toString())) return onQuit(); // oxlint-disable-line no-control-regex -- Ctrl-C in raw mode
  } catch {
    // The process was ended.
  }
  onQuit();
}

async function topText(process: Process, most: number, quiet: boolean, columns = topFields): Promise<string> {
  const all = await process.processes.list();
  const count = (state: string) => all.filter((one) => one.state === state).length;
  const { totalBytes, freeBytes } = deviceMemory();
  const mem = (bytes: number) => `${String(Math.floor(bytes / kibibyte)).padStart(8)}K`;
  const head = [
    `Tasks: ${all.length} total, ${count("R")} running, ${count("S")} sleeping, ${count("T")} stopped, ${count("Z")} zombie`,
    `  Mem: ${mem(totalBytes)} total, ${mem(totalBytes - freeBytes)} used, ${mem(freeBytes)} free,        0 buffers`,
    ` Swap:        0 total,        0 used,        0 free,        0 cached`,
  ];
  const sorted = all
    .toSorted((a, b) => Number(share(b)) - Number(share(a)) || b.memoryBytes - a.memoryBytes)
    .slice(0, most);
  return `${quiet ? "" : `${head.join("\n")}\n`}${table(sorted, chosenFields("top", columns), !quiet)}`;
}

function matchingProcesses(
  all: ProcessInfo[],
  pattern: string,
  { full, exact, own }: { full: boolean; exact: boolean; own: number },
): ProcessInfo[] {
  let expression: RegExp;
  try {
    expression = new RegExp(exact ? `^(?:${pattern})$` : pattern);
  } catch {
    throw new CommandError(`bad regex '${pattern}'`, 2);
  }
  return all.filter((one) => one.pid !== own && expression.test(full ? one.commandLine.join(" ") : shortName(one)));
}

async function runPgrep(process: Process): Promise<number> {
  const { args } = process;
  let signal = "TERM";
  const rest = args.filter((arg) => {
    const name = process.name === "pkill" && /^-([A-Z0-9]+)$/.exec(arg)?.[1];
    if (!name || signalNumber(name) === undefined) return true;
    signal = name;
    return false;
  });
  const options = parseOptions({ name: process.name, args: rest }, { letters: "lcd:fonvxL:u:U:g:P:s:" });
  needOperands(process, options, 1);
  const all = await process.processes.list();
  const [pattern = ""] = options.operands;
  let found = matchingProcesses(all, pattern, { full: options.has("f"), exact: options.has("x"), own: process.pid });
  if (options.has("v")) found = all.filter((one) => !found.includes(one) && one.pid !== process.pid);
  if (options.has("n")) found = found.slice(-1);
  if (options.has("o")) found = found.slice(0, 1);
  if (process.name === "pkill") {
    const number = signalNumber(options.has("l") && process.name === "pkill" ? "0" : signal) ?? 15;
    let failed = found.length === 0;
    for (const { pid } of found) {
      if ((await process.processes.kill(pid, number, process.userId)) !== "notPermitted") continue;
      await process.stderr.write(`pkill: ${pid}: Operation not permitted\n`);
      failed = true;
    }
    return failed ? 1 : 0;
  }
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

/** `kill` and `killall` of toybox. */
async function runKill(process: Process): Promise<number> {
  let args = [...process.args];
  let signal = "TERM";
  if (args[0] === "-l") {
    const [, wanted] = args;
    const text =
      wanted === undefined
        ? signalNames()
            .map((name, i) => `${String(i + 1).padStart(2)} ${name}`)
            .join("\n")
        : /^\d+$/.test(wanted)
          ? signalName(Number(wanted) & 127)
          : String(signalNumber(wanted) ?? "");
    await process.stdout.write(`${text}\n`);
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
  for (const arg of args) {
    const pids =
      process.name === "killall"
        ? (await process.processes.list())
            .filter((one) => shortName(one) === arg && one.pid !== process.pid)
            .map(({ pid }) => pid)
        : [Number(arg)];
    if (pids.length === 0) {
      await process.stderr.write(`killall: ${arg}: No such process\n`);
      exitCode = 1;
    }
    for (const pid of pids) {
      if (!Number.isInteger(pid)) throw new CommandError(`kill: unknown process '${arg}'`);
      const result = await process.processes.kill(pid, number, process.userId);
      if (result === "sent") continue;
      await process.stderr.write(
        `${process.name}: ${arg}: ${result === "notPermitted" ? "Operation not permitted" : "No such process"}\n`,
      );
      exitCode = 1;
    }
  }
  return exitCode;
}

export const psCommands: readonly ShellCommand[] = [
  { name: "kill", run: runKill },
  { name: "killall", run: runKill },
  { name: "pgrep", run: runPgrep },
  { name: "pidof", run: runPidof },
  { name: "pkill", run: runPgrep },
  { name: "ps", run: runPs },
  { name: "top", run: runTop },
];
