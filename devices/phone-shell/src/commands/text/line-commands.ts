import { CommandError } from "../../command-error.ts";
/** Tools that work line by line. */
import { LIMITS } from "../../limits.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { linesWithEnds, readAll } from "../../streams/byte-stream.ts";
import { decodeText, textOf } from "../../streams/text-bytes.ts";
import { fieldsOf, trimBlankStart, wordsOf } from "../../text/blanks.ts";
import { formatPrintf } from "../../text/printf.ts";
import { eachFile } from "../each-file.ts";
import { needOperands, parseOptions } from "../options.ts";

async function runWc(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "lwcm" });
  const all = !["l", "w", "c", "m"].some((letter) => options.has(letter));
  const totals = { l: 0, w: 0, m: 0, c: 0 };
  const show = (counts: typeof totals, name: string) => {
    const shown = (["l", "w", "c", "m"] as const).filter((key) => (all ? key !== "m" : options.has(key)));
    // Columns are used only for several files, or for several counts of standard input.
    const { length } = options.operands;
    const inColumns = length > 1 || (length === 0 && shown.length > 1);
    const numbers = shown.map((key) => String(counts[key]).padStart(inColumns ? 7 : 0));
    return `${numbers.join(" ")}${name === "-" ? "" : ` ${name}`}\n`;
  };
  const exitCode = await eachFile(process, options.operands, async (source, path) => {
    const counts = { l: 0, w: 0, m: 0, c: 0 };
    let inWord = false;
    for await (const bytes of source) {
      await process.pause();
      counts.c += bytes.length;
      for (const byte of bytes) {
        if (byte === 10) counts.l += 1;
        if ((byte & 0xc0) !== 0x80) counts.m += 1;
        const blank = byte === 32 || (byte >= 9 && byte <= 13);
        if (!blank && !inWord) counts.w += 1;
        inWord = !blank;
      }
    }
    for (const key of ["l", "w", "m", "c"] as const) totals[key] += counts[key];
    await process.stdout.write(show(counts, path));
  });
  if (options.operands.length > 1) await process.stdout.write(show(totals, "total"));
  return exitCode;
}

const SORT_PROBLEM = 2;

/** Returns the lines of all files as text. */
async function allLines(process: Process, paths: readonly string[], end: string): Promise<string[]> {
  const lines: string[] = [];
  const exitCode = await eachFile(process, paths, async (source) => {
    const text = decodeText(await readAll(source, LIMITS.wholeInputBytes));
    const own = text.split(end);
    if (own.at(-1) === "") own.pop();
    for (const line of own) lines.push(line);
  });
  if (exitCode !== 0) throw new CommandError("", SORT_PROBLEM);
  return lines;
}

interface SortKey {
  from: [field: number, character: number];
  to: [field: number, character: number] | undefined;
  flags: string;
}

function parseKey(text: string): SortKey {
  const match = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$/.exec(text);
  if (!match) throw new CommandError(`sort: bad -k '${text}'`, 2);
  const [, field, character, flags = "", toField, toCharacter, toFlags = ""] = match;
  return {
    from: [Number(field), Number(character ?? 1)],
    to: toField === undefined ? undefined : [Number(toField), Number(toCharacter ?? 0)],
    flags: flags + toFlags,
  };
}

function keyText(line: string, { from, to }: SortKey, separator: string | undefined): string {
  const fields = separator === undefined ? fieldsOf(line) : line.split(separator);
  const joiner = separator ?? "";
  const last = to?.[0] ?? fields.length;
  const parts = fields.slice(from[0] - 1, last);
  if (to && to[1] > 0 && parts.length > 0) parts[parts.length - 1] = trimBlankStart(parts.at(-1) ?? "").slice(0, to[1]);
  const text = parts.join(joiner);
  return from[1] > 1 ? trimBlankStart(text).slice(from[1] - 1) : text;
}

const months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");

function compareText(a: string, b: string, flags: string): number {
  if (/[ngh]/.test(flags)) return numberOf(a, flags) - numberOf(b, flags);
  if (flags.includes("M"))
    return months.indexOf(a.trim().slice(0, 3).toUpperCase()) - months.indexOf(b.trim().slice(0, 3).toUpperCase());
  if (flags.includes("V")) return a.localeCompare(b, "en", { numeric: true });
  let [x, y] = [a, b];
  if (flags.includes("b")) [x, y] = [trimBlankStart(x), trimBlankStart(y)];
  if (flags.includes("d")) [x, y] = [x.replace(/[^\p{L}\p{N}\s]/gu, ""), y.replace(/[^\p{L}\p{N}\s]/gu, "")];
  if (flags.includes("f")) [x, y] = [x.toUpperCase(), y.toUpperCase()];
  return x < y ? -1 : x > y ? 1 : 0;
}

function numberOf(text: string, flags: string): number {
  if (flags.includes("g")) return parseFloat(text) || 0;
  const [, number = "", unit = ""] = /^(-?\d*\.?\d*)([KMGT]?)/i.exec(trimBlankStart(text)) ?? [];
  const power = flags.includes("h") ? ["", "K", "M", "G", "T"].indexOf(unit.toUpperCase()) : 0;
  return (Number(number) || 0) * 1024 ** power;
}

async function runSort(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "gnMfdibrusCct:k:o:zxVhmST", exitCode: SORT_PROBLEM });
  const global = "gnMfdbVh"
    .split("")
    .filter((letter) => options.has(letter))
    .join("");
  const keys = options.values("k").map(parseKey);
  const separator = options.value("t");
  const compare = (a: string, b: string): number => {
    for (const key of keys) {
      const flags = key.flags.replace("r", "") === "" ? global : key.flags;
      const order = compareText(keyText(a, key, separator), keyText(b, key, separator), flags);
      if (order !== 0) return key.flags.includes("r") !== options.has("r") ? -order : order;
    }
    const order = keys.length > 0 ? 0 : compareText(a, b, global);
    return options.has("r") ? -order : order;
  };
  const last = (a: string, b: string): number => {
    const order = compare(a, b);
    if (order !== 0 || options.has("s") || options.has("u")) return order;
    const plain = a < b ? -1 : a > b ? 1 : 0;
    return options.has("r") ? -plain : plain;
  };
  const end = options.has("z") ? "\0" : "\n";
  const lines = await allLines(process, options.operands, end);
  if (options.has("c") || options.has("C")) {
    const at = lines.findIndex((line, i) => i > 0 && compare(lines[i - 1] ?? "", line) > 0);
    if (at >= 0 && options.has("c"))
      throw new CommandError(`sort: ${options.operands[0] ?? "-"}: Check line ${at + 1}`);
    return at >= 0 ? 1 : 0;
  }
  let sorted = lines.toSorted(last);
  if (options.has("u")) sorted = sorted.filter((line, i) => i === 0 || compare(sorted[i - 1] ?? "", line) !== 0);
  const file = options.value("o");
  const text = sorted.map((line) => line + end).join("");
  if (file === undefined) await process.stdout.write(text);
  else await process.files.write(file, text);
  return 0;
}

async function runUniq(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "f:s:w:zicdu" });
  const [input = "-", output] = options.operands;
  const end = options.has("z") ? "\0" : "\n";
  const key = (line: string) => {
    const fields = Number(options.value("f") ?? 0);
    const skipped = fields > 0 ? fieldsOf(line).slice(0, fields).join("").length : 0;
    const text = line
      .slice(skipped)
      .slice(
        Number(options.value("s") ?? 0),
        options.has("w") ? Number(options.value("s") ?? 0) + Number(options.value("w")) : undefined,
      );
    return options.has("i") ? text.toLowerCase() : text;
  };
  const sink = output === undefined ? process.stdout : await process.files.create(output);
  let current: { line: string; key: string; count: number } | undefined;
  const flush = async () => {
    if (!current || (options.has("d") && current.count === 1) || (options.has("u") && current.count > 1)) return;
    const count = options.has("c") ? `${String(current.count).padStart(7)} ` : "";
    await sink.write(Buffer.from(`${count}${current.line}${end}`, "latin1"));
  };
  const exitCode = await eachFile(process, [input], async (source) => {
    for await (const { text } of linesWithEnds(source, end)) {
      await process.pause();
      const own = key(text);
      if (current?.key === own) current.count += 1;
      else {
        await flush();
        current = { line: text, key: own, count: 1 };
      }
    }
  });
  await flush();
  if (output !== undefined) await sink.close();
  return exitCode;
}

/**
 * Parses a list such as `1-3,5,7-` into a function that selects items. Positions count from 1. The result is in the
 * list's order if `inOrderOfText`, else in the items' order.
 */
function parseList(text: string, inOrderOfText: boolean): <Item>(items: readonly Item[]) => Item[] {
  const ranges = text.split(",").map((item) => {
    const match = /^(\d*)(-?)(\d*)$/.exec(item);
    const from = Number(match?.[1] || 1);
    const to = match?.[2] === "" ? from : match?.[3] === "" ? Infinity : Number(match?.[3]);
    if (!match || item === "" || item === "-" || from < 1 || to < from)
      throw new CommandError(`cut: bad list '${text}'`);
    return { from, to };
  });
  if (inOrderOfText) return (items) => ranges.flatMap(({ from, to }) => items.slice(from - 1, to));
  return (items) => items.filter((_, i) => ranges.some(({ from, to }) => i + 1 >= from && i + 1 <= to));
}

async function runCut(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "b:c:f:F:C:O:d:snD" });
  const list =
    options.value("f") ?? options.value("F") ?? options.value("c") ?? options.value("C") ?? options.value("b");
  if (list === undefined) throw new CommandError('cut: Needs -CFfcb (see "cut --help")');
  const chosen = parseList(list, options.has("D"));
  const blank = options.has("F");
  const separator = options.value("d") ?? (blank ? " " : "\t");
  const joiner = options.value("O") ?? separator;
  return eachFile(process, options.operands, async (source) => {
    for await (const { text: bytes } of linesWithEnds(source)) {
      await process.pause();
      const raw = options.has("b");
      const text = raw ? bytes : textOf(bytes);
      let shown: string;
      if (options.has("f") || blank) {
        const fields = blank && !options.has("d") ? wordsOf(text) : text.split(separator);
        if (fields.length <= 1) {
          if (options.has("s")) continue;
          shown = text;
        } else shown = chosen(fields).join(joiner);
      } else shown = chosen(Array.from(text)).join("");
      await process.stdout.write(raw ? Buffer.from(`${shown}\n`, "latin1") : `${shown}\n`);
    }
  });
}

const trClasses: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alpha: "A-Za-z",
    alnum: "0-9A-Za-z",
    digit: "0-9",
    lower: "a-z",
    upper: "A-Z",
    space: "\t-\r ",
    blank: "\t ",
    punct: "!-/:-@[-`{-~",
    cntrl: "\0-\x1f\x7f",
    print: " -~",
    graph: "!-~",
    xdigit: "0-9A-Fa-f",
  }),
);

/** Returns the bytes that a set of `tr` stands for, such as `a-z[:digit:]`. */
function trSet(text: string): number[] {
  const expanded = Buffer.from(text)
    .toString("latin1")
    .replace(/\[:(\w+):\]/g, (token, name: string) => trClasses.get(name) ?? token);
  const plain = expanded.replace(/\\([0-7]{1,3}|.)/g, (_, code: string) =>
    /^[0-7]/.test(code)
      ? String.fromCharCode(parseInt(code, 8))
      : ({ n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" }[code] ?? code),
  );
  const bytes: number[] = [];
  for (let i = 0; i < plain.length; i++) {
    const from = plain.charCodeAt(i);
    if (plain[i + 1] === "-" && i + 2 < plain.length) {
      for (let byte = from; byte <= plain.charCodeAt(i + 2); byte++) bytes.push(byte);
      i += 2;
    } else bytes.push(from);
  }
  return bytes;
}

async function runTr(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "cCstd" });
  needOperands(process, options, 1);
  let from = trSet(options.operands[0] ?? "");
  const to = trSet(options.operands[1] ?? "");
  if (options.has("c") || options.has("C")) {
    const excluded = new Set(from);
    from = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !excluded.has(byte));
  }
  const deletes = options.has("d");
  const map = new Map(
    deletes || to.length === 0 ? [] : from.map((byte, i) => [byte, to[Math.min(i, to.length - 1)] ?? byte]),
  );
  const doomed = new Set(deletes ? from : []);
  const squeezed = new Set(options.has("s") ? (to.length > 0 ? to : from) : []);
  let previous = -1;
  for await (const bytes of process.stdin) {
    const output = Buffer.alloc(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      if (doomed.has(byte)) continue;
      const mapped = map.get(byte) ?? byte;
      if (mapped === previous && squeezed.has(mapped)) continue;
      output[length++] = mapped;
      previous = mapped;
    }
    await process.stdout.write(output.subarray(0, length));
  }
  return 0;
}

async function runSeq(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "f:s:w", unknownAreOperands: true });
  needOperands(process, options, 1, 3);
  const texts = options.operands;
  const numbers = texts.map((text) =>
    text.trim() === "" || Number.isNaN(Number(text)) ? badNumber(text) : Number(text),
  );
  const [first = 1, step = 1, end = 1] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
  if (step === 0) throw new CommandError("seq: step 0");
  const digits = Math.max(...texts.map((text) => text.split(".")[1]?.length ?? 0));
  const count = Math.floor((end - first) / step + 1e-9) + 1;
  const width = options.has("w")
    ? Math.max(first.toFixed(digits).length, (first + (count - 1) * step).toFixed(digits).length)
    : 0;
  const separator = options.value("s") ?? "\n";
  const format = options.value("f");
  let chunk = "";
  for (let i = 0; i < count; i++) {
    const value = (first + i * step).toFixed(digits);
    const text = format === undefined ? padNumber(value, width) : formatPrintf(format, [value]).output;
    chunk += `${text}${i === count - 1 ? "\n" : separator}`;
    if (chunk.length < 16_384) continue;
    await process.stdout.write(chunk);
    chunk = "";
  }
  if (chunk !== "") await process.stdout.write(chunk);
  return 0;
}

function padNumber(text: string, width: number): string {
  return text.startsWith("-") ? `-${text.slice(1).padStart(width - 1, "0")}` : text.padStart(width, "0");
}

function badNumber(text: string): never {
  throw new CommandError(`seq: not integer: ${text}`);
}

export const LINE_COMMANDS: readonly ShellCommand[] = [
  { name: "cut", run: runCut },
  { name: "seq", run: runSeq },
  { name: "sort", run: runSort },
  { name: "tr", run: runTr },
  { name: "uniq", run: runUniq },
  { name: "wc", run: runWc },
];
