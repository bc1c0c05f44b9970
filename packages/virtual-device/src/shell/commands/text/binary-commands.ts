import { Readable } from "node:stream";
/** Tools for bytes. */
import { createGunzip, createGzip } from "node:zlib";
import { FileError } from "../../../files/file-error.ts";
import { limits } from "../../limits.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { readAll, type ByteSink, type ByteSource } from "../../streams/byte-stream.ts";
import { CommandError } from "../command.ts";
import { eachFile, eachPath } from "../each-file.ts";
import { needOperands, parseOptions, parseSize } from "../options.ts";

async function runBase64(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "diw:" });
  const width = Number(options.value("w") ?? 76);
  return eachFile(process, options.operands, async (source) => {
    const content = await readAll(source, limits.wholeInputBytes);
    if (options.has("d")) return process.stdout.write(Buffer.from(content.toString("latin1"), "base64"));
    const text = content.toString("base64");
    await process.stdout.write(width > 0 ? text.replace(new RegExp(`.{1,${width}}`, "g"), "$&\n") : text);
  });
}

async function runXxd(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "c:g:l:o:s:pri" });
  const plain = options.has("p");
  const columns = parseSize("xxd", options.value("c") ?? (plain ? "30" : "16"));
  const group = parseSize("xxd", options.value("g") ?? "2");
  const [input = "-"] = options.operands;
  return eachFile(process, [input], async (source) => {
    const whole = await readAll(source, limits.wholeInputBytes);
    if (options.has("r")) return process.stdout.write(reversed(whole.toString(), plain));
    const skip = parseSize("xxd", options.value("s") ?? "0");
    const content = whole.subarray(
      skip,
      options.has("l") ? skip + parseSize("xxd", options.value("l") ?? "0") : undefined,
    );
    if (options.has("i")) {
      const name = input === "-" ? undefined : input.replace(/\W/g, "_");
      const lines = content
        .toString("hex")
        .replace(/../g, "0x$&, ")
        .replace(/(.{72})/g, "$1\n  ");
      return process.stdout.write(
        name === undefined
          ? `  ${lines.trim()}\n`
          : `unsigned char ${name}[] = {\n  ${lines.trim()}\n};\nunsigned int ${name}_len = ${content.length};\n`,
      );
    }
    for (let at = 0; at < content.length; at += columns) {
      await process.pause();
      const row = content.subarray(at, at + columns);
      const hex = row.toString("hex");
      if (plain) {
        await process.stdout.write(`${hex}\n`);
        continue;
      }
      const cells = group > 0 ? hex.replace(new RegExp(`.{1,${2 * group}}`, "g"), "$& ") : `${hex} `;
      const width = 2 * columns + (group > 0 ? Math.ceil(columns / group) : 1);
      const text = row.toString("latin1").replace(/[^ -~]/g, ".");
      await process.stdout.write(`${(at + skip).toString(16).padStart(8, "0")}: ${cells.padEnd(width)} ${text}\n`);
    }
  });
}

function reversed(text: string, plain: boolean): Buffer {
  if (plain) return Buffer.from(text.replace(/\s/g, ""), "hex");
  return Buffer.concat(
    text
      .split("\n")
      .map((line) => Buffer.from((/^[0-9a-f]+: ((?:[0-9a-f]+ ?)*)/i.exec(line)?.[1] ?? "").replace(/ /g, ""), "hex")),
  );
}

async function runHexdump(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "bCcdn:os:vx" });
  const chunks: Buffer[] = [];
  const exitCode = await eachFile(
    process,
    options.operands,
    async (source) => void chunks.push(await readAll(source, limits.wholeInputBytes)),
  );
  const skip = parseSize("hexdump", options.value("s") ?? "0");
  const content = Buffer.concat(chunks).subarray(
    skip,
    options.has("n") ? skip + parseSize("hexdump", options.value("n") ?? "0") : undefined,
  );
  const canonical = options.has("C");
  const address = (at: number) => (at + skip).toString(16).padStart(canonical ? 8 : 7, "0");
  let previous: string | undefined;
  let starred = false;
  for (let at = 0; at < content.length; at += 16) {
    const row = content.subarray(at, at + 16);
    const key = row.toString("latin1");
    if (key === previous && row.length === 16 && !options.has("v")) {
      if (!starred) await process.stdout.write("*\n");
      starred = true;
      continue;
    }
    previous = key;
    starred = false;
    let cells = "";
    if (canonical)
      for (let i = 0; i < 16; i++)
        cells += `${i % 8 === 0 ? " " : ""} ${row[i] === undefined ? "  " : row[i]?.toString(16).padStart(2, "0")}`;
    else
      for (let i = 0; i < row.length; i += 2)
        cells += ` ${((row[i] ?? 0) | ((row[i + 1] ?? 0) << 8)).toString(16).padStart(4, "0")}`;
    await process.stdout.write(`${address(at)}${cells}${canonical ? `  |${key.replace(/[^ -~]/g, ".")}|` : ""}\n`);
  }
  if (content.length > 0) await process.stdout.write(`${address(content.length)}\n`);
  return exitCode;
}

async function runCmp(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "lsn:", long: ["quiet:s", "silent:s"] });
  needOperands(process, options, 1);
  const [first = "-", second = "-"] = options.operands;
  const read = async (path: string) => {
    try {
      return path === "-" ? await readAll(process.stdin, limits.wholeInputBytes) : await process.files.readAll(path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new CommandError(`cmp: ${path}: ${error.text}`, 2);
    }
  };
  const [a, b] = [await read(first), await read(second)];
  const length = Math.min(a.length, b.length);
  let differs = false;
  let line = 1;
  for (let at = 0; at < length; at++) {
    if (a[at] !== b[at]) {
      differs = true;
      if (options.has("s")) return 1;
      if (!options.has("l")) {
        await process.stdout.write(`${first} ${second} differ: char ${at + 1}, line ${line}\n`);
        return 1;
      }
      await process.stdout.write(`${at + 1} ${a[at]?.toString(8).padStart(3)} ${b[at]?.toString(8).padStart(3)}\n`);
    }
    if (a[at] === 10) line += 1;
  }
  if (a.length === b.length) return differs ? 1 : 0;
  if (!options.has("s"))
    await process.stderr.write(
      `cmp: EOF on ${a.length < b.length ? first : second} after byte ${length}${a.length === 0 || b.length === 0 ? "" : `, line ${line - 1}`}\n`,
    );
  return 1;
}

async function runSplit(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "a:b:l:n:", digits: "l" });
  const [input = "-", prefix = "x"] = options.operands;
  const length = Number(options.value("a") ?? 2);
  const bytesEach = options.has("b") ? parseSize("split", options.value("b") ?? "") : undefined;
  const linesEach = Number(options.value("l") ?? 1000);
  return eachFile(process, [input], async (source) => {
    const content = await readAll(source, limits.wholeInputBytes);
    let at = 0;
    for (let part = 0; at < content.length; part++) {
      let end = at;
      if (bytesEach !== undefined) end = at + bytesEach;
      else
        for (let lines = 0; lines < linesEach && end < content.length; lines++)
          end = content.indexOf(10, end) + 1 || content.length;
      let suffix = "";
      for (let i = 0, rest = part; i < length; i++, rest = Math.floor(rest / 26))
        suffix = String.fromCharCode(97 + (rest % 26)) + suffix;
      await process.files.write(prefix + suffix, content.subarray(at, end));
      at = end;
    }
  });
}

/** Sends a source through a zlib stream to a sink. */
async function pump(source: ByteSource, transform: ReturnType<typeof createGzip>, sink: ByteSink): Promise<void> {
  for await (const bytes of Readable.from(source).pipe(transform)) await sink.write(bytes as Buffer); // zlib gives buffers
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
      if (target === path) throw new CommandError(`${process.name}: ${path}: no .gz`);
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

async function runCksum(process: Process): Promise<number> {
  const { crc32 } = await import("node:zlib");
  const options = parseOptions(process, { letters: "HILPN" });
  return eachFile(process, options.operands, async (source, path) => {
    let crc = 0;
    let length = 0;
    for await (const bytes of source) {
      crc = crc32(bytes, crc);
      length += bytes.length;
    }
    await process.stdout.write(
      process.name === "crc32"
        ? `${crc.toString(16).padStart(8, "0")}${path === "-" ? "" : ` ${path}`}\n`
        : `${crc} ${length}${path === "-" ? "" : ` ${path}`}\n`,
    );
  });
}

export const binaryCommands: readonly ShellCommand[] = [
  { name: "base64", run: runBase64 },
  { name: "cmp", run: runCmp },
  { name: "crc32", run: runCksum },
  { name: "gunzip", run: runGzip },
  { name: "gzip", run: runGzip },
  { name: "hexdump", run: runHexdump },
  { name: "split", run: runSplit },
  { name: "xxd", run: runXxd },
  { name: "zcat", run: runGzip },
];
