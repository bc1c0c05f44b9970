import { CommandError } from "../../command-error.ts";
/** Tools that print bytes as numbers, row by row as they arrive. */
import type { Process, ShellCommand } from "../../process.ts";
import { blocksOf, type ByteSource } from "../../streams/byte-stream.ts";
import { eachFile } from "../each-file.ts";
import { parseOptions, parseSize, type Options } from "../options.ts";
import { odColumns, type OdColumn } from "./od-columns.ts";

const ROW_BYTES = 16;

/** Range of the input to print. All files count as one. */
interface Range {
  skipBytes: number;
  leftBytes: number;
}

function rangeOf(name: string, skip: string | undefined, count: string | undefined): Range {
  return {
    skipBytes: skip === undefined ? 0 : parseSize(name, skip),
    leftBytes: count === undefined ? Infinity : parseSize(name, count),
  };
}

/** Yields the range's part of a source in blocks of whole rows. The last row may be shorter. */
async function* rowsWithin(source: ByteSource, range: Range, size: number): AsyncGenerator<Buffer, void> {
  for await (const block of blocksOf(clipped(source, range), size)) yield block;
}

async function* clipped(source: ByteSource, range: Range): AsyncGenerator<Uint8Array, void> {
  while (range.leftBytes > 0) {
    const bytes = await source.read(range.skipBytes > 0 ? range.skipBytes : range.leftBytes);
    if (!bytes) return;
    if (range.skipBytes > 0) range.skipBytes -= bytes.length;
    else {
      range.leftBytes -= bytes.length;
      yield bytes;
    }
  }
}

/** Calls `show` for each row of all files, as if they were one. Repeated rows become `*`. */
async function dump(
  process: Process,
  paths: readonly string[],
  options: {
    range: Range;
    size: number;
    all: boolean;
    show: (row: Buffer, at: number) => string;
    end: (at: number) => string;
  },
): Promise<number> {
  const { range, size, all, show, end } = options;
  let at = range.skipBytes;
  let rest: Buffer = Buffer.alloc(0);
  let before: Buffer | undefined;
  let starred = false;
  const rows = (block: Buffer): string => {
    let text = "";
    for (let from = 0; from < block.length; from += size) {
      const row = block.subarray(from, from + size);
      if (!all && row.length === size && before?.equals(row)) {
        if (!starred) text += "*\n";
        starred = true;
      } else {
        text += show(row, at);
        starred = false;
        before = row;
      }
      at += row.length;
    }
    return text;
  };
  const exitCode = await eachFile(process, paths, async (source) => {
    for await (const block of rowsWithin(source, range, size)) {
      await process.pause();
      const joined = rest.length > 0 ? Buffer.concat([rest, block]) : block;
      const whole = joined.length - (joined.length % size);
      rest = joined.subarray(whole);
      await process.stdout.write(rows(joined.subarray(0, whole)));
    }
  });
  await process.stdout.write(rows(rest) + end(at));
  return exitCode;
}

const addressFormats: ReadonlyMap<string, (at: number) => string> = new Map(
  Object.entries({
    n: () => "",
    d: (at) => String(at).padStart(7, "0"),
    o: (at) => at.toString(8).padStart(7, "0"),
    x: (at) => at.toString(16).padStart(6, "0"),
  }),
);

const OD_SHORT: Readonly<Record<string, string>> = { b: "o1", c: "c", d: "u2", o: "o2", s: "d2", x: "x2" };

async function runOd(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "j:vw:N:xsodcbA:t:", long: ["width=:w", "skip-bytes=:j"] });
  const types = [
    ...options.values("t"),
    ...Object.keys(OD_SHORT).flatMap((letter) => (options.has(letter) ? [OD_SHORT[letter] ?? ""] : [])),
  ];
  const columns = (types.length > 0 ? types : ["o2"]).flatMap(odColumns);
  const address = addressFormats.get(options.value("A") ?? "o");
  if (!address) throw new CommandError("od: bad -A");
  const size = options.has("w") ? parseSize("od", options.value("w") ?? "") || ROW_BYTES : ROW_BYTES;
  const padding = Math.max(...columns.map((column) => Math.ceil(column.width / column.bytes)));
  return dump(process, options.operands, {
    range: rangeOf("od", options.value("j"), options.value("N")),
    size,
    all: options.has("v"),
    show: (row, at) => address(at) + columns.map((column, index) => odLine(row, size, column, padding, index)).join(""),
    end: (at) => (options.value("A") === "n" ? "" : `${address(at)}\n`),
  });
}

function odLine(row: Buffer, size: number, column: OdColumn, padding: number, index: number): string {
  const whole = row.length < size ? Buffer.concat([row, Buffer.alloc(size - row.length)]) : row;
  let text = "";
  for (let at = 0; at < row.length; at += column.bytes) {
    const indent = index > 0 && at === 0 ? 7 : 0;
    text += column.show(whole, at).padStart(padding * column.bytes + indent);
  }
  return `${text}\n`;
}

async function runHexdump(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "bCcdn:os:vx" });
  const canonical = options.has("C");
  const address = (at: number) => at.toString(16).padStart(canonical ? 8 : 7, "0");
  return dump(process, options.operands, {
    range: rangeOf("hexdump", options.value("s"), options.value("n")),
    size: ROW_BYTES,
    all: options.has("v"),
    show: (row, at) => `${address(at)}${canonical ? canonicalRow(row) : wordsRow(row)}\n`,
    end: (at) => (at > 0 ? `${address(at)}\n` : ""),
  });
}

function canonicalRow(row: Buffer): string {
  let cells = "";
  for (let i = 0; i < ROW_BYTES; i++) {
    cells += `${i % 8 === 0 ? " " : ""} ${row[i]?.toString(16).padStart(2, "0") ?? "  "}`;
  }
  return `${cells}  |${visible(row)}|`;
}

function wordsRow(row: Buffer): string {
  let cells = "";
  for (let i = 0; i < row.length; i += 2)
    cells += ` ${((row[i] ?? 0) | ((row[i + 1] ?? 0) << 8)).toString(16).padStart(4, "0")}`;
  return cells;
}

function visible(row: Buffer): string {
  return row.toString("latin1").replace(/[^ -~]/g, ".");
}

async function runXxd(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "c:g:il:o:prs:" });
  const plain = options.has("p");
  const columns = parseSize("xxd", options.value("c") ?? (plain ? "30" : options.has("i") ? "12" : "16"));
  const [input = "-"] = options.operands;
  const range = rangeOf("xxd", options.value("s"), options.value("l"));
  const offset = range.skipBytes + parseSize("xxd", options.value("o") ?? "0");
  return eachFile(process, [input], async (source) => {
    if (options.has("r")) return reverse(process, source, plain);
    if (options.has("i")) return showAsC(process, rowsWithin(source, range, columns), input);
    const show = rowShower(options, columns, plain);
    let at = offset;
    for await (const block of rowsWithin(source, range, columns)) {
      await process.pause();
      let text = "";
      for (let from = 0; from < block.length; from += columns)
        text += show(block.subarray(from, from + columns), at + from);
      at += block.length;
      await process.stdout.write(text);
    }
  });
}

function rowShower(options: Options, columns: number, plain: boolean): (row: Buffer, at: number) => string {
  if (plain) return (row) => `${row.toString("hex")}\n`;
  const group = parseSize("xxd", options.value("g") ?? "2");
  const cells = group > 0 ? new RegExp(`.{1,${2 * group}}`, "g") : undefined;
  const width = 2 * columns + (group > 0 ? Math.ceil(columns / group) : 1);
  return (row, at) => {
    const hex = row.toString("hex");
    const shown = cells ? hex.replace(cells, "$& ") : `${hex} `;
    return `${at.toString(16).padStart(8, "0")}: ${shown.padEnd(width)} ${visible(row)}\n`;
  };
}

async function showAsC(process: Process, rows: AsyncIterable<Buffer>, input: string): Promise<void> {
  const name = input === "-" ? undefined : input.replace(/\W/g, "_");
  if (name !== undefined) await process.stdout.write(`unsigned char ${name}[] = {\n`);
  let length = 0;
  for await (const block of rows) {
    for (let from = 0; from < block.length; from += 12) {
      const cells = Array.from(block.subarray(from, from + 12), (byte) => `0x${byte.toString(16).padStart(2, "0")}`);
      await process.stdout.write(`${length > 0 ? ",\n" : ""}  ${cells.join(", ")}`);
      length += cells.length;
    }
  }
  await process.stdout.write("\n");
  if (name !== undefined) await process.stdout.write(`};\nunsigned int ${name}_len = ${length};\n`);
}

/** `xxd -r`: converts a dump to bytes line by line, plain digits as they arrive. */
async function reverse(process: Process, source: ByteSource, plain: boolean): Promise<void> {
  let rest = "";
  for await (const bytes of source) {
    await process.pause();
    const text = rest + Buffer.from(bytes).toString("latin1");
    const digits = plain ? text.replace(/\s/g, "") : "";
    const end = plain ? digits.length - (digits.length % 2) : text.lastIndexOf("\n") + 1;
    rest = (plain ? digits : text).slice(end);
    await process.stdout.write(plain ? Buffer.from(digits.slice(0, end), "hex") : fromDump(text.slice(0, end)));
  }
  if (!plain) await process.stdout.write(fromDump(rest));
}

function fromDump(text: string): Buffer {
  const lines = text.split("\n").map((line) => /^[0-9a-f]+: ((?:[0-9a-f]+ ?)*)/i.exec(line)?.[1] ?? "");
  return Buffer.concat(lines.map((digits) => Buffer.from(digits.replaceAll(" ", ""), "hex")));
}

export const DUMP_COMMANDS: readonly ShellCommand[] = [
  { name: "hexdump", run: runHexdump },
  { name: "od", run: runOd },
  { name: "xxd", run: runXxd },
];
