import { Readable } from "node:stream";
/** Tools for binary data. */
import { createGunzip, createGzip } from "node:zlib";
import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { blocksOf, type ByteSink, type ByteSource } from "../../streams/byte-stream.ts";
import { eachFile, eachPath } from "../each-file.ts";
import { parseOptions, parseSize } from "../options.ts";

const NEWLINE = 10;

async function runBase64(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "diw:" });
  const width = parseSize("base64", options.value("w") ?? "76");
  const work = options.has("d") ? decodeBase64 : encodeBase64;
  return eachFile(process, options.operands, (source) => work(process, source, width));
}

async function encodeBase64(process: Process, source: ByteSource, width: number): Promise<void> {
  let column = "";
  for await (const block of blocksOf(source, 3)) {
    await process.pause();
    const text = column + block.toString("base64");
    const whole = width > 0 ? text.length - (text.length % width) : text.length;
    let lines = "";
    for (let at = 0; at < whole; at += width || whole)
      lines += text.slice(at, at + (width || whole)) + (width > 0 ? "\n" : "");
    column = text.slice(whole);
    await process.stdout.write(lines);
  }
  if (column !== "") await process.stdout.write(`${column}\n`);
}

async function decodeBase64(process: Process, source: ByteSource): Promise<void> {
  let rest = "";
  for await (const bytes of source) {
    await process.pause();
    const text =
      rest +
      Buffer.from(bytes)
        .toString("latin1")
        .replace(/[^A-Za-z0-9+/=]/g, "");
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    await process.stdout.write(Buffer.from(text.slice(0, whole), "base64"));
  }
  await process.stdout.write(Buffer.from(rest, "base64"));
}

/** Reads two sources in parallel, in pieces of equal length. One piece may be shorter at the end. */
async function* sideBySide(a: ByteSource, b: ByteSource): AsyncGenerator<[Uint8Array, Uint8Array], void> {
  const none = new Uint8Array();
  let [left, right]: [Uint8Array | undefined, Uint8Array | undefined] = [none, none];
  for (;;) {
    if (left?.length === 0) left = await a.read();
    if (right?.length === 0) right = await b.read();
    const length = Math.min(left?.length ?? 0, right?.length ?? 0);
    if (!left || !right) {
      if (left || right) yield [left ?? none, right ?? none];
      return;
    }
    yield [left.subarray(0, length), right.subarray(0, length)];
    left = left.subarray(length);
    right = right.subarray(length);
  }
}

async function runCmp(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "lsn:", long: ["quiet:s", "silent:s"], exitCode: 2 });
  if (options.operands.length === 0) throw new CommandError('cmp: Needs 1 argument (see "cmp --help")', 2);
  const [first = "-", second = "-"] = options.operands;
  const open = async (path: string): Promise<ByteSource> => {
    if (path === "-") return process.stdin;
    return process.files.open(path).catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      if (options.has("s")) throw new CommandError("", 1);
      throw new CommandError(`cmp: ${path}: ${error.text}`, 2);
    });
  };
  let left = options.has("n") ? parseSize("cmp", options.value("n") ?? "") : Infinity;
  let at = 0;
  let line = 1;
  let differs = false;
  for await (const [a, b] of sideBySide(await open(first), await open(second))) {
    await process.pause();
    if (left <= 0) break;
    if (a.length !== b.length) {
      if (options.has("s")) return 1;
      const [shorter, where] = [a.length < b.length ? first : second, at > 0 ? `, line ${line - 1}` : ""];
      await process.stderr.write(`cmp: EOF on ${shorter} after byte ${at}${where}\n`);
      return 2;
    }
    for (let i = 0; i < Math.min(a.length, left); i++) {
      if (a[i] !== b[i]) {
        differs = true;
        if (options.has("s")) return 1;
        if (!options.has("l")) {
          await process.stdout.write(`${first} ${second} differ: char ${at + i + 1}, line ${line}\n`);
          return 1;
        }
        await process.stdout.write(`${at + i + 1} ${a[i]?.toString(8).padStart(3)} ${b[i]?.toString(8).padStart(3)}\n`);
      }
      if (a[i] === NEWLINE) line += 1;
    }
    at += a.length;
    left -= a.length;
  }
  return differs ? 1 : 0;
}

async function runSplit(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "a:b:l:n:", digits: "l" });
  const [input = "-", prefix = "x"] = options.operands;
  const length = Number(options.value("a") ?? 2);
  const bytesEach = options.has("b") ? parseSize("split", options.value("b") ?? "") : Infinity;
  const linesEach = options.has("b") ? Infinity : parseSize("split", options.value("l") ?? "1000");
  for (const [letter, each] of [
    ["b", bytesEach],
    ["l", linesEach],
  ] as const)
    if (each < 1) throw new CommandError(`split: -${letter} < 1 (see "split --help")`);
  let part = 0;
  let room = { bytes: 0, lines: 0 };
  let sink: ByteSink | undefined;
  const exitCode = await eachFile(process, [input], async (source) => {
    for await (const bytes of source) {
      for (let at = 0; at < bytes.length;) {
        await process.pause();
        if (!sink || room.bytes <= 0 || room.lines <= 0) {
          await sink?.close();
          sink = await process.files.create(prefix + suffixOf(part++, length));
          room = { bytes: bytesEach, lines: linesEach };
        }
        const end = endOfPart(bytes, at, room);
        await sink.write(bytes.subarray(at, end));
        at = end;
      }
    }
  });
  await sink?.close();
  return exitCode;
}

/** Returns the end of the part that starts at `at`. Subtracts its size from `room`. */
function endOfPart(bytes: Uint8Array, at: number, room: { bytes: number; lines: number }): number {
  const most = Math.min(bytes.length, at + room.bytes);
  let end = at;
  while (end < most && room.lines > 0) {
    const next = room.lines === Infinity ? -1 : bytes.indexOf(NEWLINE, end);
    end = next < 0 || next >= most ? most : next + 1;
    if (bytes[end - 1] === NEWLINE) room.lines -= 1;
  }
  room.bytes -= end - at;
  return end;
}

/**
 * Returns the suffix of a part. Throws CommandError if there are more parts than suffixes, because the next part would
 * overwrite the first.
 */
function suffixOf(part: number, length: number): string {
  if (part >= 26 ** length) throw new CommandError("split: bad suffix");
  let suffix = "";
  for (let i = 0, rest = part; i < length; i++, rest = Math.floor(rest / 26))
    suffix = String.fromCharCode(97 + (rest % 26)) + suffix;
  return suffix;
}

/** Copies a source through a zlib stream to a sink. */
async function pump(source: ByteSource, transform: ReturnType<typeof createGzip>, sink: ByteSink): Promise<void> {
  for await (const bytes of Readable.from(source).pipe(transform)) await sink.write(bytes as Buffer); // zlib returns buffers
}

async function runGzip(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "123456789cdfkntv" });
  const unpacks = options.has("d") || process.name !== "gzip";
  const level = Array.from("123456789").findLast((digit) => options.has(digit));
  const transform = () => (unpacks ? createGunzip() : createGzip({ level: Number(level ?? 6) }));
  const toStdout = options.has("c") || process.name === "zcat";
  return eachPath(process, options.operands.length > 0 ? options.operands : ["-"], async (path) => {
    try {
      if (path === "-") return await pump(process.stdin, transform(), process.stdout);
      const source = await process.files.open(path);
      if (toStdout || options.has("t")) {
        const sink: ByteSink = options.has("t")
          ? { isTerminal: false, write: async () => undefined, close: async () => undefined }
          : process.stdout;
        await pump(source, transform(), sink);
        return;
      }
      const target = unpacks ? path.replace(/\.gz$/, "") : `${path}.gz`;
      if (target === path) throw new CommandError(`${process.name}: no .gz: ${path}`);
      if (!options.has("f") && (await process.files.exists(target))) throw new FileError("EEXIST", target);
      const sink = await process.files.create(target);
      await pump(source, transform(), sink);
      await sink.close();
      source.close();
      if (!options.has("k")) await process.files.remove(path);
    } catch (error) {
      if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
        throw new CommandError(`${process.name}: ${path}: not gzip`);
      throw error;
    }
  });
}

/** toybox prints the file names only for several files. */
async function runCrc32(process: Process): Promise<number> {
  const { crc32 } = await import("node:zlib");
  const { operands } = parseOptions(process, { letters: "" });
  return eachFile(process, operands, async (source, path) => {
    let crc = 0;
    for await (const bytes of source) crc = crc32(bytes, crc);
    await process.stdout.write(`${crc.toString(16).padStart(8, "0")}${operands.length > 1 ? ` ${path}` : ""}\n`);
  });
}

export const BINARY_COMMANDS: readonly ShellCommand[] = [
  { name: "base64", run: runBase64 },
  { name: "cmp", run: runCmp },
  { name: "crc32", run: runCrc32 },
  { name: "gunzip", run: runGzip },
  { name: "gzip", run: runGzip },
  { name: "split", run: runSplit },
  { name: "zcat", run: runGzip },
];
