import { cpus } from "node:os";
import { CommandError } from "../../command-error.ts";
import { findPath } from "../../executor/commands.ts";
import { ShellProcess } from "../../executor/shell-process.ts";
import { deviceMemory } from "../../files/proc-texts.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { formatDate } from "../../text/date-format.ts";
import { parseDate, parseDateAs } from "../../text/date-parse.ts";
import { humanSize } from "../../text/mode-text.ts";
import { timeZone } from "../../text/time-zone.ts";
import { localTime, utcMs } from "../../text/zone-time.ts";
import { modifiedAtMs } from "../each-file.ts";
import { parseOptions } from "../options.ts";

const GROUPS: readonly [id: number, name: string][] = [
  [1004, "input"],
  [1007, "log"],
  [1011, "adb"],
  [1015, "sdcard_rw"],
  [1028, "sdcard_r"],
  [1078, "ext_data_rw"],
  [1079, "ext_obb_rw"],
  [3001, "net_bt_admin"],
  [3002, "net_bt"],
  [3003, "inet"],
  [3006, "net_bw_stats"],
  [3009, "readproc"],
  [3011, "uhid"],
  [3012, "readtracefs"],
];
const USER_IDS: ReadonlyMap<string, number> = new Map([
  ["root", 0],
  ["system", 1000],
  ["shell", 2000],
]);

async function runId(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "ZGgnru" });
  const [wanted] = options.operands;
  const id = wanted === undefined ? process.userId : (USER_IDS.get(wanted) ?? Number(wanted));
  const name = [...USER_IDS].find(([, number]) => number === id)?.[0];
  if (name === undefined) throw new CommandError(`id: ${wanted}: no such user`);
  const own: [number, string][] = [[id, name], ...(id === 2000 ? GROUPS : [])];
  const context = `u:r:${id === 0 ? "su" : name}:s0`;
  let text = `uid=${id}(${name}) gid=${id}(${name}) groups=${own.map(([number, group]) => `${number}(${group})`).join(",")} context=${context}`;
  if (options.has("Z")) text = context;
  else if (options.has("G")) text = own.map(([number, group]) => (options.has("n") ? group : number)).join(" ");
  else if (options.has("u") || options.has("g")) text = options.has("n") ? name : String(id);
  await process.stdout.write(`${text}\n`);
  return 0;
}

async function runWhoami(process: Process): Promise<number> {
  await process.stdout.write(`${process.userId === 0 ? "root" : "shell"}\n`);
  return 0;
}

async function runUname(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "asnrvmop" });
  const release = (await process.system.getProperty("ro.kernel.version")) ?? "";
  const machine = (await process.system.getProperty("ro.product.cpu.machine")) ?? "";
  const parts: [flag: string, value: string][] = [
    ["s", "Linux"],
    ["n", "localhost"],
    ["r", release],
    ["v", "#1 SMP PREEMPT"],
    ["m", machine],
    ["o", "Toybox"],
  ];
  const none = !parts.some(([flag]) => options.has(flag)) && !options.has("a");
  const shown = parts.filter(([flag]) => options.has("a") || options.has(flag) || (none && flag === "s"));
  await process.stdout.write(`${shown.map(([, value]) => value).join(" ")}\n`);
  return 0;
}

async function runUptime(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "ps" });
  const seconds = Math.floor(await process.system.uptimeS());
  if (options.has("s")) {
    await process.stdout.write(
      `${formatDate("%F %T", process.clock.nowMs() - seconds * 1000, await timeZone(process))}\n`,
    );
    return 0;
  }
  const days = Math.floor(seconds / 86_400);
  const clock =
    seconds >= 3600
      ? `${Math.floor((seconds % 86_400) / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}`
      : `${Math.floor(seconds / 60)} min`;
  const dayText = days > 0 ? `${days} day${days === 1 ? "" : "s"}, ` : "";
  await process.stdout.write(
    ` ${formatDate("%T", process.clock.nowMs(), await timeZone(process))} up ${dayText}${clock},  0 users,  load average: 0.00, 0.01, 0.05\n`,
  );
  return 0;
}

async function runDate(process: Process): Promise<number> {
  // The precision of -I is part of the same word.
  let exactness = "d";
  const args = process.args.map((arg) => {
    const [, letters = "I", word = ""] =
      /^(?:-([a-zA-Z]*I)|--iso-8601=)(d|date|h|hours|m|minutes|s|seconds)$/.exec(arg) ?? [];
    if (word === "") return arg;
    exactness = word.charAt(0);
    return `-${letters}`;
  });
  const options = parseOptions(
    { name: process.name, args },
    { letters: "d:D:Ir:s:uRS", long: ["date=:d", "utc:u", "iso-8601:I", "set=:s"] },
  );
  const zone = options.has("u") ? "UTC" : await timeZone(process);
  let ms = process.clock.nowMs();
  const reference = options.value("r");
  if (reference !== undefined) ms = await modifiedAtMs(process, reference);
  const text = options.value("d");
  if (text !== undefined) {
    const way = options.value("D");
    const parsed =
      way === undefined
        ? parseDate(text, zone, process.clock.nowMs())
        : parseDateAs(way.replace(/^\+/, ""), text, zone);
    if (parsed === undefined) throw new CommandError(`date: bad date ${text}`);
    ms = parsed;
  }
  const format = options.operands.find((operand) => operand.startsWith("+"));
  const setting = options.value("s") ?? options.operands.find((operand) => !operand.startsWith("+"));
  if (setting !== undefined) {
    const isDate = parseDate(setting, zone, process.clock.nowMs()) !== undefined;
    throw new CommandError(isDate ? "date: cannot set date: Operation not permitted" : `date: bad date ${setting}`);
  }
  let shape = format?.slice(1) ?? "%a %b %e %H:%M:%S %Z %Y";
  if (options.has("I")) shape = ISO_SHAPES[exactness] ?? "%F";
  if (options.has("R")) shape = "%a, %d %b %Y %H:%M:%S %z";
  const shown = formatDate(shape, ms, zone);
  await process.stdout.write(`${options.has("I") ? shown.replace(/(?<=T.*)(?=\d\d$)/, ":") : shown}\n`);
  return 0;
}

const ISO_SHAPES: Readonly<Record<string, string>> = {
  h: "%FT%H%z",
  m: "%FT%H:%M%z",
  s: "%FT%T%z",
};

async function runFree(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "htgmkb" });
  const { totalBytes, freeBytes } = deviceMemory();
  const unit = options.has("g") ? 1024 ** 3 : options.has("m") ? 1024 ** 2 : options.has("k") ? 1024 : 1;
  const size = (bytes: number) => (options.has("h") ? humanSize(bytes) : String(Math.floor(bytes / unit)));
  const row = (title: string, widths: number[], values: number[]) =>
    `${title}${values.map((value, i) => size(value).padStart(widths[i] ?? 12)).join("")}\n`;
  const used = totalBytes - freeBytes;
  await process.stdout.write(
    `\t\ttotal        used        free      shared     buffers\n${row("Mem:", [17], [totalBytes, used, freeBytes, 0, 0])}` +
      `${row("-/+ buffers/cache:", [15], [used, freeBytes])}${row("Swap:", [16], [0, 0, 0])}`,
  );
  return 0;
}

async function runCal(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "h" });
  const now = localTime(process.clock.nowMs(), await timeZone(process));
  const within = (text: string, most: number): number => {
    if (!/^\d{1,9}$/.test(text)) throw new CommandError(`cal: not integer: ${text}`);
    if (Number(text) < 1) throw new CommandError(`cal: ${text} < 1`);
    if (Number(text) > most) throw new CommandError(`cal: ${text} > ${most}`);
    return Number(text);
  };
  // A day may precede month and year. It is validated, but not used.
  const given = options.operands.slice(-2);
  if (options.operands.length > 2) within(options.operands[0] ?? "", 31);
  const year = within(given.at(-1) ?? String(now.year), 9999);
  if (given.length === 1) {
    for (const first of [1, 4, 7, 10]) await process.stdout.write(quarterText(year, first));
    return 0;
  }
  const month = given.length === 2 ? within(given[0] ?? "", 12) : now.month;
  await process.stdout.write(
    monthRows(year, month)
      .map((row) => `${row.padEnd(21)}\n`)
      .join(""),
  );
  return 0;
}

/** Formats three months side by side. */
function quarterText(year: number, first: number): string {
  const months = [0, 1, 2].map((after) => monthRows(year, first + after));
  const rows = Array.from({ length: Math.max(...months.map(({ length }) => length)) }, (_, i) =>
    months.map((month) => (month[i] ?? "").padEnd(22)).join(""),
  );
  return rows.map((row) => `${row}\n`).join("");
}

function monthRows(year: number, month: number): string[] {
  const firstDay = utcMs({ year, month });
  const title = `${formatDate("%B", firstDay, "UTC")} ${year}`;
  const first = new Date(firstDay).getUTCDay();
  const days = Math.round((utcMs({ year, month: month + 1 }) - firstDay) / 86_400_000);
  const cells = [
    ...Array.from({ length: first }, () => "  "),
    ...Array.from({ length: days }, (_, i) => String(i + 1).padStart(2)),
  ];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) => cells.slice(7 * i, 7 * i + 7).join(" "));
  const heading = " ".repeat(Math.max(0, Math.floor((20 - title.length) / 2))) + title;
  return [heading, "Su Mo Tu We Th Fr Sa", ...weeks, ""];
}

async function runWhich(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "a" });
  if (!(process instanceof ShellProcess)) throw new Error("not a process of the shell");
  let exitCode = options.operands.length > 0 ? 0 : 1;
  for (const name of options.operands) {
    const path = await findPath(name, process.env["PATH"] ?? "", process.machine, process.files);
    if (path === undefined) exitCode = 1;
    else await process.stdout.write(`${path}\n`);
  }
  return exitCode;
}

async function runStty(process: Process): Promise<number> {
  const { tty, stdin, args, stdout } = process;
  if (!tty || !stdin.isTerminal) throw new CommandError("stty: standard input: Not a tty");
  if (args[0] === "size") await stdout.write(`${tty.rows} ${tty.columns}\n`);
  else if (args[0] === "-a" || args.length === 0) {
    await stdout.write(
      `speed 38400 baud; rows ${tty.rows}; columns ${tty.columns};\nintr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; susp = ^Z;\n`,
    );
  } else if (args.includes("raw") || args.includes("-icanon")) tty.setRaw(true);
  else if (args.includes("sane") || args.includes("cooked") || args.includes("icanon")) tty.setRaw(false);
  return 0;
}

async function runTty({ stdin, stdout, args, files }: Process): Promise<number> {
  if (!args.includes("-s"))
    await stdout.write(stdin.isTerminal ? `${await files.readLink("/proc/self/fd/0")}\n` : "not a tty\n");
  return stdin.isTerminal ? 0 : 1;
}

function printing(text: string | ((process: Process) => string | Promise<string>)): ShellCommand["run"] {
  return async (process) => {
    await process.stdout.write(typeof text === "string" ? text : await text(process));
    return 0;
  };
}

export const identityCommands: readonly ShellCommand[] = [
  {
    name: "arch",
    run: printing(async ({ system }) => `${(await system.getProperty("ro.product.cpu.machine")) ?? ""}\n`),
  },
  { name: "cal", run: runCal },
  { name: "clear", run: printing("\x1b[2J\x1b[H") },
  { name: "date", run: runDate },
  { name: "free", run: runFree },
  {
    name: "groups",
    run: printing(({ userId }) => (userId === 0 ? "root\n" : `shell ${GROUPS.map(([, name]) => name).join(" ")}\n`)),
  },
  { name: "hostname", run: printing("localhost\n") },
  { name: "id", run: runId },
  { name: "logname", run: runWhoami },
  {
    name: "mount",
    run: printing(async ({ files }) =>
      (await files.readText("/proc/mounts")).replace(/^(\S+) (\S+) (\S+) (\S+).*$/gm, "$1 on $2 type $3 ($4)"),
    ),
  },
  { name: "nproc", run: printing(() => `${cpus().length}\n`) },
  { name: "reset", run: printing("\x1bc") },
  { name: "stty", run: runStty },
  { name: "tty", run: runTty },
  { name: "uname", run: runUname },
  { name: "uptime", run: runUptime },
  { name: "which", run: runWhich },
  { name: "whoami", run: runWhoami },
];
