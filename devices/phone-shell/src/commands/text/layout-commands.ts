/** Toybox tools that reformat lines: comm, expand, nl, paste, rev and tac. */
import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import { LIMITS } from "../../limits.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { type ByteSource, linesWithEnds } from "../../streams/byte-stream.ts";
import { decodeText } from "../../streams/text-bytes.ts";
import { eachFile } from "../each-file.ts";
import { needOperands, type Options, parseOptions } from "../options.ts";
import { commandRegex, loadRegexEngine } from "./posix-regex.ts";

const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");

/** Opens a file, or standard input for `-`. Throws CommandError with `words` before the reason. */
async function openInput(process: Process, path: string, words = ""): Promise<ByteSource> {
  if (path === "-") return process.stdin;
  return process.files.open(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${process.name}: ${words}${path}: ${error.text}`);
  });
}

/** Returns a reader of a source's lines without their ends. It returns undefined after the last line. */
function lineReader(source: ByteSource): () => Promise<string | undefined> {
  const lines = linesWithEnds(source);
  return async () => {
    const next = await lines.next();
    return next.done === true ? undefined : next.value.text;
  };
}

async function runComm(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "123" });
  needOperands(process, options, 2);
  const [left, right] = await Promise.all(
    options.operands.slice(0, 2).map(async (path) => lineReader(await openInput(process, path, "No file "))),
  );
  if (!left || !right) throw new CommandError("comm: needs two files");
  const put = async (column: number, text: string) => {
    if (options.has(String(column))) return;
    const before = [1, 2].filter((each) => each < column && !options.has(String(each)));
    await process.stdout.write(bytesOf(`${"\t".repeat(before.length)}${text}\n`));
  };
  let [a, b] = [await left(), await right()];
  while (a !== undefined || b !== undefined) {
    await process.pause();
    if (a !== undefined && a === b) {
      await put(3, a);
      [a, b] = [await left(), await right()];
    } else if (b === undefined || (a !== undefined && a < b)) {
      await put(1, a ?? "");
      a = await left();
    } else {
      await put(2, b);
      b = await right();
    }
  }
  return 0;
}

/** Returns the tab stops: the multiples of one number, or the columns of a list. */
function tabStops(process: Process, options: Options): (column: number) => number {
  const stops = options.values("t").flatMap((list) => list.split(/[, ]/).map(Number));
  const isRising = stops.every((stop, i) => Number.isInteger(stop) && stop > (stops[i - 1] ?? 0));
  if (!isRising) throw new CommandError(`${process.name}: bad tablist`);
  const [width = 8] = stops;
  if (stops.length < 2) return (column) => column + width - (column % width);
  return (column) => stops.find((stop) => stop > column) ?? column + 1;
}

async function runExpand(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "t:" });
  const nextStop = tabStops(process, options);
  return eachFile(process, options.operands, async (source) => {
    let column = 0;
    for await (const bytes of source) {
      let text = "";
      for (const byte of bytes) {
        const next =
          byte === 9 ? nextStop(column) : byte === 10 ? 0 : byte === 8 ? Math.max(0, column - 1) : column + 1;
        text += byte === 9 ? " ".repeat(next - column) : String.fromCharCode(byte);
        column = next;
      }
      await process.stdout.write(bytesOf(text));
    }
  });
}

const numberFormats: ReadonlyMap<string, (number: number, width: number) => string> = new Map(
  Object.entries({
    ln: (number, width) => String(number).padEnd(width),
    rn: (number, width) => String(number).padStart(width),
    rz: (number, width) => String(number).padStart(width, "0"),
  }),
);

/** Returns whether a line gets a number, by the option -b. */
function numbered(style: string, syntax: "basic" | "extended"): (line: string) => boolean {
  if (style === "a") return () => true;
  if (style === "t") return (line) => line !== "";
  if (style === "n") return () => false;
  if (!style.startsWith("p")) throw new CommandError(`nl: bad -b '${style}'`);
  const expression = commandRegex("nl", style.slice(1), { syntax });
  return (line) => expression.test(line);
}

async function runNl(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "v:w:l:b:n:s:E" });
  await loadRegexEngine();
  const number = (letter: string, otherwise: number) => {
    const text = options.value(letter) ?? String(otherwise);
    if (!/^\d{1,9}$/.test(text)) throw new CommandError(`nl: not integer: ${text}`);
    return Number(text);
  };
  const [width, separator] = [Math.min(number("w", 6), LIMITS.lineBytes), options.value("s") ?? "\t"];
  const format = numberFormats.get(options.value("n") ?? "rn");
  if (!format) throw new CommandError(`nl: bad -n '${options.value("n")}'`);
  const isNumbered = numbered(options.value("b") ?? "t", options.has("E") ? "extended" : "basic");
  let [next, blankLines] = [number("v", 1), 0];
  return eachFile(process, options.operands, async (source) => {
    for await (const { text, ended } of linesWithEnds(source)) {
      blankLines = text === "" ? (blankLines + 1) % Math.max(1, number("l", 1)) : 0;
      const counts = isNumbered(text) && blankLines === 0;
      const head = counts ? format(next++, width) + separator : " ".repeat(width + separator.length);
      await process.stdout.write(bytesOf(`${head}${text}${ended ? "\n" : ""}`));
    }
  });
}

/** Parses the delimiters of -d with POSIX escapes. `\0` stands for no delimiter. */
const delimitersOf = (text: string): string[] =>
  [...text.matchAll(/\\(.)|([^\\])/gsu)].map(([, escaped, plain = ""]) =>
    escaped === undefined ? plain : ({ n: "\n", t: "\t", "0": "" }[escaped] ?? escaped),
  );

async function runPaste(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "d:s" });
  const delimiters = delimitersOf(options.value("d") ?? "\t");
  const between = (index: number) => delimiters[index % delimiters.length] ?? "";
  const paths = options.operands.length > 0 ? options.operands : ["-"];
  // All operands `-` read standard input in turns.
  const input = lineReader(process.stdin);
  const readers = await Promise.all(
    paths.map(async (path) => (path === "-" ? input : lineReader(await openInput(process, path)))),
  );
  if (options.has("s")) {
    for (const reader of readers) {
      let index = 0;
      for (let line = await reader(); line !== undefined; line = await reader())
        await process.stdout.write(bytesOf(index === 0 ? (index++, line) : between(index++ - 1) + line));
      await process.stdout.write("\n");
    }
    return 0;
  }
  for (;;) {
    await process.pause();
    const lines: (string | undefined)[] = [];
    for (const reader of readers) lines.push(await reader());
    if (lines.every((line) => line === undefined)) return 0;
    const text = lines.map((line, i) => (i === 0 ? "" : between(i - 1)) + (line ?? "")).join("");
    await process.stdout.write(bytesOf(`${text}\n`));
  }
}

async function runRev(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "" });
  return eachFile(process, options.operands, async (source) => {
    for await (const { text } of linesWithEnds(source)) {
      await process.pause();
      await process.stdout.write(
        `${Array.from(decodeText(bytesOf(text)))
          .toReversed()
          .join("")}\n`,
      );
    }
  });
}

async function runTac(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "" });
  return eachFile(process, options.operands, async (source) => {
    const lines: string[] = [];
    let bytes = 0;
    for await (const { text, ended } of linesWithEnds(source)) {
      bytes += text.length;
      if (bytes > LIMITS.wholeInputBytes) throw new CommandError("tac: out of memory");
      lines.push(ended ? `${text}\n` : text);
    }
    for (const line of lines.toReversed()) await process.stdout.write(bytesOf(line));
  });
}

export const LAYOUT_COMMANDS: readonly ShellCommand[] = [
  { name: "comm", run: runComm },
  { name: "expand", run: runExpand },
  { name: "nl", run: runNl },
  { name: "paste", run: runPaste },
  { name: "rev", run: runRev },
  { name: "tac", run: runTac },
];
