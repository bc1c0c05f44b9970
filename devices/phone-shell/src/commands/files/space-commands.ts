import { posix } from "node:path";
import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import { isFolder, isLink, type ShellFileStatus } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { formatDate } from "../../text/date-format.ts";
import { humanSize, modeText, sectorsOf } from "../../text/mode-text.ts";
import { timeZone } from "../../text/time-zone.ts";
import { eachPath } from "../each-file.ts";
import { needOperands, parseOptions, parseSize } from "../options.ts";

const KIBIBYTE = 1024;
const SYSTEM_BYTES = 512 * KIBIBYTE * KIBIBYTE;

async function runDf(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "HPkhiat:" });
  const { usedBytes, limitBytes } = await process.system.storage();
  const all = [
    { device: "/dev/block/dm-0", total: SYSTEM_BYTES, used: SYSTEM_BYTES, mount: "/" },
    { device: "tmpfs", total: 0, used: 0, mount: "/dev" },
    { device: "/dev/block/dm-1", total: limitBytes, used: usedBytes, mount: "/data" },
    { device: "/dev/fuse", total: limitBytes, used: usedBytes, mount: "/storage/emulated" },
  ];
  let chosen = all.filter(({ total }) => total > 0 || options.has("a"));
  if (options.operands.length > 0) {
    chosen = [];
    const exitCode = await eachPath(process, options.operands, async (path) => {
      await process.files.status(path);
      const place = await process.files.realPath(path);
      const mount = place.startsWith("/sdcard") ? "/storage/emulated" : place.startsWith("/data") ? "/data" : "/";
      chosen.push(...all.filter((row) => row.mount === mount));
    });
    if (exitCode !== 0 && chosen.length === 0) return exitCode;
  }
  const human = options.has("h") || options.has("H");
  const size = (bytes: number) => (human ? humanSize(bytes) : String(Math.ceil(bytes / KIBIBYTE)));
  const rows = chosen.map(({ device, total, used, mount }) => [
    device,
    size(total),
    size(used),
    size(Math.max(0, total - used)),
    `${total === 0 ? 0 : Math.ceil((100 * used) / total)}%`,
    mount,
  ]);
  const titles = [
    "Filesystem",
    human ? "Size" : "1K-blocks",
    "Used",
    human ? "Avail" : "Available",
    "Use%",
    "Mounted on",
  ];
  const widths = titles.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  for (const row of [titles, ...rows]) {
    const cells = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[0] ?? 0) : i === row.length - 1 ? cell : cell.padStart(widths[i] ?? 0),
    );
    await process.stdout.write(`${cells.join(" ")}\n`);
  }
  return 0;
}

async function runDu(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "acd:HhKkLlmsxb", long: ["max-depth=:d"] });
  const depthLimit = options.has("s") ? 0 : Number(options.value("d") ?? Infinity);
  const show = (bytes: number): string => {
    if (options.has("b")) return String(bytes);
    if (options.has("h")) return humanSize(bytes);
    return String(Math.ceil(bytes / (options.has("m") ? KIBIBYTE ** 2 : KIBIBYTE)));
  };
  const measure = async (path: string, depth: number): Promise<number> => {
    await process.pause();
    const status = await process.files.status(path, false);
    let bytes = isLink(status) ? 0 : options.has("b") ? status.sizeBytes : Math.ceil(status.sizeBytes / 4096) * 4096;
    if (isFolder(status)) {
      const names = await process.files.names(path).catch(async (error: unknown) => {
        if (!(error instanceof FileError)) throw error;
        await process.stderr.write(`du: ${path}: ${error.text}\n`);
        return [];
      });
      for (const name of names) bytes += await measure(posix.join(path, name), depth + 1);
    }
    if (depth === 0 || (depth <= depthLimit && (isFolder(status) || options.has("a"))))
      await process.stdout.write(`${show(bytes)}\t${path}\n`);
    return bytes;
  };
  let total = 0;
  const exitCode = await eachPath(process, options.operands.length > 0 ? options.operands : ["."], async (path) => {
    total += await measure(path, 0);
  });
  if (options.has("c")) await process.stdout.write(`${show(total)}\ttotal\n`);
  return exitCode;
}

async function runStat(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "Lc:ft" });
  needOperands(process, options, 1);
  const zone = await timeZone(process);
  return eachPath(
    process,
    options.operands,
    async (path) => {
      const status = await process.files.status(path, options.has("L"));
      const target = isLink(status) ? await process.files.readLink(path) : undefined;
      const format = options.value("c");
      const text =
        format === undefined
          ? longStat(path, status, target, zone)
          : `${formatStat(format, path, status, target, zone)}\n`;
      await process.stdout.write(text);
    },
    (path) => `'${path}'`,
  );
}

const TYPE_NAMES: Readonly<Record<number, string>> = {
  0o040000: "directory",
  0o120000: "symbolic link",
  0o020000: "character device",
  0o010000: "FIFO",
  0o100000: "regular file",
};

function typeName({ mode, sizeBytes }: ShellFileStatus): string {
  const name = TYPE_NAMES[mode & 0o170000] ?? "regular file";
  return name === "regular file" && sizeBytes === 0 ? "regular empty file" : name;
}

function formatStat(
  format: string,
  path: string,
  status: ShellFileStatus,
  target: string | undefined,
  zone: string,
): string {
  const time = (ms: number) => formatDate("%Y-%m-%d %H:%M:%S.%N %z", ms, zone);
  const seconds = (ms: number) => String(Math.floor(ms / 1000));
  const codes: Record<string, string> = {
    a: (status.mode & 0o7777).toString(8),
    A: modeText(status.mode),
    b: String(sectorsOf(status.sizeBytes)),
    B: "512",
    C: status.label,
    d: "64768",
    D: "fd00",
    f: status.mode.toString(16),
    F: typeName(status),
    g: String(status.groupId),
    G: status.groupName,
    h: String(status.links),
    i: String(status.inode),
    m: path.startsWith("/data") ? "/data" : "/",
    n: path,
    N: target === undefined ? path : `${path} -> '${target}'`,
    o: "4096",
    s: String(status.sizeBytes),
    t: "0",
    T: "0",
    u: String(status.userId),
    U: status.userName,
    x: time(status.accessedAtMs),
    X: seconds(status.accessedAtMs),
    y: time(status.modifiedAtMs),
    Y: seconds(status.modifiedAtMs),
    z: time(status.changedAtMs),
    Z: seconds(status.changedAtMs),
    "%": "%",
  };
  return format.replace(/%([a-zA-Z%])/g, (token, code: string) => codes[code] ?? token);
}

function longStat(path: string, status: ShellFileStatus, target: string | undefined, zone: string): string {
  const line = (format: string) => `${formatStat(format, path, status, target, zone)}\n`;
  return (
    `  File: ${path}${target === undefined ? "" : ` -> '${target}'`}\n` +
    line("  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F") +
    line("Device: %Dh/%dd\t Inode: %i\t Links: %h") +
    line(
      `Access: (${(status.mode & 0o7777).toString(8).padStart(4, "0")}/%A)\tUid: (${String(status.userId).padStart(5)}/%U)\tGid: (${String(status.groupId).padStart(5)}/%G)`,
    ) +
    line("Access: %x\nModify: %y\nChange: %z")
  );
}

const zeros = Buffer.alloc(64 * KIBIBYTE);
/** Conversions that dd accepts. Some have no effect here. */
const DD_CONVERSIONS = new Set(["notrunc", "noerror", "fsync", "fdatasync", "sync"]);

/** Returns a file's content. Returns an empty buffer if the file does not exist. */
async function contentOf(files: Process["files"], path: string): Promise<Buffer> {
  if (!(await files.exists(path))) return Buffer.alloc(0);
  try {
    return await files.readAll(path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`dd: ${path}: ${error.text}`);
  }
}

async function runDd(process: Process): Promise<number> {
  const settings = new Map(
    process.args.map((arg): [string, string] => [arg.split("=")[0] ?? "", arg.slice(arg.indexOf("=") + 1)]),
  );
  for (const name of settings.keys()) {
    if (!["if", "of", "bs", "ibs", "obs", "count", "skip", "seek", "conv", "status", "iflag", "oflag"].includes(name))
      throw new CommandError(`dd: bad arg ${process.args.find((arg) => arg.split("=")[0] === name)}`);
  }
  const { stdin, stdout, files, clock } = process;
  const input = settings.get("if");
  const output = settings.get("of");
  const block = parseSize("dd", settings.get("bs") ?? settings.get("ibs") ?? "512");
  if (block < 1) throw new CommandError(`dd: ${block} < 1`);
  const blocks = (name: string) => block * parseSize("dd", settings.get(name) ?? "0");
  const conversions = (settings.get("conv") ?? "").split(",").filter((name) => name !== "");
  const unknown = conversions.find((name) => !DD_CONVERSIONS.has(name));
  if (unknown !== undefined) throw new CommandError(`dd: bad conv=${unknown}`);
  const count = settings.has("count") ? parseSize("dd", settings.get("count") ?? "") : Infinity;
  const startedMs = clock.elapsedMs();
  let source = stdin;
  try {
    if (input !== undefined) source = await files.open(input);
  } catch (error) {
    throw new CommandError(`dd: ${input}: ${error instanceof FileError ? error.text : String(error)}`);
  }
  await skipBytes(source, blocks("skip"));
  const keep = conversions.includes("notrunc");
  const seek = blocks("seek");
  let sink = stdout;
  let tail: Buffer = Buffer.alloc(0);
  if (output !== undefined) {
    const before = seek > 0 || keep ? await contentOf(files, output) : Buffer.alloc(0);
    try {
      sink = await files.create(output);
    } catch (error) {
      throw new CommandError(`dd: ${output}: ${error instanceof FileError ? error.text : String(error)}`);
    }
    await sink.write(before.subarray(0, seek));
    for (let left = seek - before.length; left > 0; left -= zeros.length)
      await sink.write(zeros.subarray(0, Math.min(left, zeros.length)));
    if (keep) tail = Buffer.from(before);
  }
  let total = 0;
  for (let left = block * count; left > 0;) {
    const bytes = await source.read(Math.min(left, KIBIBYTE * 64));
    if (!bytes) break;
    left -= bytes.length;
    total += bytes.length;
    await sink.write(bytes);
  }
  if (tail.length > seek + total) await sink.write(tail.subarray(seek + total));
  if (input !== undefined) source.close();
  if (output !== undefined) await sink.close();
  if (settings.get("status") === "none") return 0;
  const records = `${Math.floor(total / block)}+${total % block > 0 ? 1 : 0}`;
  const secondsTaken = (clock.elapsedMs() - startedMs) / 1000;
  if (settings.get("status") !== "noxfer") {
    const rate = `${total} bytes (${humanSize(total)}) copied, ${secondsTaken.toFixed(6)} s, ${humanSize(Math.round(total / Math.max(secondsTaken, 1e-6)))}/s\n`;
    await process.stderr.write(`${records} records in\n${records} records out\n${rate}`);
  }
  return 0;
}

async function skipBytes(source: Process["stdin"], count: number): Promise<void> {
  for (let left = count; left > 0;) {
    const bytes = await source.read(left);
    if (!bytes) return;
    left -= bytes.length;
  }
}

export const SPACE_COMMANDS: readonly ShellCommand[] = [
  { name: "dd", run: runDd },
  { name: "df", run: runDf },
  { name: "du", run: runDu },
  { name: "stat", run: runStat },
];
