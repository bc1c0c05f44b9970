import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import { fnmatchPattern } from "../../executor/pattern.ts";
import { isFolder } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { linesWithEnds, PulledSource, type ByteSource } from "../../streams/byte-stream.ts";
import { TextStreamDecoder, textOf } from "../../streams/text-bytes.ts";
import { parseOptions, parseSize, type Options } from "../options.ts";
import { commandRegex, loadRegexEngine, type Regex, type RegexOptions } from "./posix-regex.ts";

const PROBLEM = 2;
const PURPLE = "\x1b[35m";
const RED = "\x1b[1;31m";
const PLAIN = "\x1b[m";

interface Search {
  expression: Regex;
  options: Options;
  named: boolean;
  before: number;
  after: number;
  most: number;
  colored: boolean;
}

async function runGrep(process: Process): Promise<number> {
  const options = parseOptions(process, {
    letters: "EFGPiInlLcvwxorRqshHe:f:A:B:C:m:zabT",
    long: [
      "color",
      "colour",
      "include=",
      "exclude=",
      "exclude-dir=",
      "line-buffered",
      "ignore-case:i",
      "count:c",
      "quiet:q",
      "recursive:r",
    ],
    digits: "C",
    exitCode: PROBLEM,
  });
  await loadRegexEngine();
  const patterns = await patternsOf(process, options);
  const paths = [...options.operands];
  const recursive = options.has("r") || options.has("R");
  if (paths.length === 0) paths.push(recursive ? "." : "-");
  const context = options.value("C") ?? "0";
  const search: Search = {
    expression: compile(process.name, patterns, options),
    options,
    named: options.has("H") || ((paths.length > 1 || recursive) && !options.has("h")),
    before: parseSize("grep", options.value("B") ?? context),
    after: parseSize("grep", options.value("A") ?? context),
    most: parseSize("grep", options.value("m") ?? String(Number.MAX_SAFE_INTEGER)),
    colored: options.has("color") && process.stdout.isTerminal,
  };
  const state = { found: false, failed: false };
  for (const path of paths) await searchPath(process, search, path, state, true);
  if (options.has("q") && state.found) return 0;
  return state.failed ? PROBLEM : state.found ? 0 : 1;
}

async function patternFile({ name, files }: Process, path: string): Promise<string> {
  try {
    return await files.readText(path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${name}: Bad '${path}': ${error.text}`, PROBLEM);
  }
}

async function patternsOf(process: Process, options: Options): Promise<string[]> {
  const patterns = options.values("e").flatMap((text) => text.split("\n"));
  for (const path of options.values("f")) {
    const text = path === "-" ? await collect(process.stdin) : await patternFile(process, path);
    // An empty file has no pattern. A file with one empty line has an empty pattern.
    if (text !== "") patterns.push(...text.replace(/\n$/, "").split("\n"));
  }
  if (options.has("e") || options.has("f")) return patterns;
  const first = options.operands.shift();
  if (first === undefined) throw new CommandError(`${process.name}: no REGEX`, PROBLEM);
  return first.split("\n");
}

async function collect(source: ByteSource): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of source) chunks.push(bytes);
  return Buffer.concat(chunks).toString();
}

function compile(name: string, patterns: string[], options: Options): Regex {
  const extended = options.has("E") || name === "egrep";
  const fixed = options.has("F") || name === "fgrep";
  const regexOptions: RegexOptions = {
    syntax: fixed ? "fixed" : options.has("P") ? "perl" : extended ? "extended" : "basic",
    ignoreCase: options.has("i"),
    ...(options.has("x") ? { only: "whole" } : options.has("w") && { only: "words" }),
  };
  return commandRegex(name, patterns, regexOptions, PROBLEM);
}

interface State {
  found: boolean;
  failed: boolean;
}

async function searchPath(process: Process, search: Search, path: string, state: State, named: boolean): Promise<void> {
  const { options } = search;
  try {
    if (path === "-") return await searchSource(process, search, process.stdin, "(standard input)", state);
    const recursive = options.has("r") || options.has("R");
    const base = path.split("/").at(-1) ?? "";
    if (isFolder(await process.files.status(path))) {
      if (!recursive) throw new FileError("EISDIR", path);
      if (!named && options.values("exclude-dir").some((pattern) => fnmatchPattern(pattern).test(base))) return;
      for (const name of await process.files.names(path))
        await searchPath(process, search, `${path.replace(/\/$/, "")}/${name}`, state, false);
      return;
    }
    const includes = options.values("include");
    if (!named && includes.length > 0 && !includes.some((pattern) => fnmatchPattern(pattern).test(base))) return;
    if (options.values("exclude").some((pattern) => fnmatchPattern(pattern).test(base))) return;
    const opened = await process.files.open(path);
    const { source, isBinary } = await lookInto(opened);
    if (!(isBinary && options.has("I")))
      await searchSource(process, search, source, path, state, isBinary && !options.has("a"));
    opened.close();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (!options.has("s")) await process.stderr.write(`${process.name}: ${path}: ${error.text}\n`);
    // In toybox an unsearched folder is not a failure, but a file that cannot be opened is.
    state.failed ||= error.code !== "EISDIR";
  }
}

async function searchSource(
  process: Process,
  search: Search,
  source: ByteSource,
  path: string,
  state: State,
  isBinary = false,
): Promise<void> {
  const { expression, options, before, after, most } = search;
  const end = options.has("z") ? "\0" : "\n";
  const inverted = options.has("v");
  const silent = options.has("q") || options.has("l") || options.has("L") || options.has("c");
  const recent: Line[] = [];
  let number = 0;
  let offset = 0;
  let count = 0;
  let trailing = 0;
  let lastShown = 0;
  for await (const { text: bytes } of linesWithEnds(source, end)) {
    await process.pause();
    const line = { path, number: (number += 1), offset, text: textOf(bytes) };
    offset += bytes.length + 1;
    const matches = expression.test(line.text) !== inverted;
    if (!matches) {
      if (!silent && trailing > 0) {
        trailing -= 1;
        await process.stdout.write(lineText(search, line, "-") + end);
        lastShown = number;
      } else if (before > 0) {
        recent.push(line);
        if (recent.length > before) recent.shift();
      }
      continue;
    }
    state.found = true;
    count += 1;
    if (options.has("q")) return;
    if (options.has("l") || options.has("L")) break;
    if (!silent && isBinary) {
      await process.stdout.write(`Binary file ${path} matches\n`);
      return;
    }
    if (!silent) {
      const first = recent[0]?.number ?? number;
      if ((before > 0 || after > 0) && lastShown > 0 && first > lastShown + 1) await process.stdout.write("--\n");
      for (const earlier of recent.splice(0)) await process.stdout.write(lineText(search, earlier, "-") + end);
      if (options.has("o")) await writeMatches(process, search, line, end);
      else await process.stdout.write(lineText(search, line, ":") + end);
      lastShown = number;
      trailing = after;
    }
    if (count >= most) break;
  }
  if (options.has("c")) await process.stdout.write(`${search.named ? `${path}:` : ""}${count}\n`);
  if ((options.has("l") && count > 0) || (options.has("L") && count === 0)) await process.stdout.write(`${path}\n`);
}

interface Line {
  path: string;
  number: number;
  /** Start of the line, in bytes. */
  offset: number;
  text: string;
}

/** Formats the prefix of a line, or of a match that starts at `start` in its text. */
function head({ named, options, colored }: Search, line: Line, mark: string, start = 0): string {
  const name = colored ? `${PURPLE}${line.path}${PLAIN}` : line.path;
  const offset = options.has("b") ? `${line.offset + Buffer.byteLength(line.text.slice(0, start))}${mark}` : "";
  return (named ? `${name}${mark}` : "") + (options.has("n") ? `${line.number}${mark}` : "") + offset;
}

function lineText(search: Search, line: Line, mark: string): string {
  const isColored = search.colored && mark === ":" && !search.options.has("v");
  return head(search, line, mark) + (isColored ? coloredText(search.expression, line.text) : line.text);
}

const HEAD_BYTES = 256;

/** Checks whether a source starts with binary data: a zero byte, or bytes that are not UTF-8. */
async function lookInto(source: ByteSource): Promise<{ source: ByteSource; isBinary: boolean }> {
  let first = await source.read();
  const start = new TextStreamDecoder().decode(first?.subarray(0, HEAD_BYTES) ?? new Uint8Array());
  const whole = new PulledSource(async () => {
    const bytes = first ?? (await source.read());
    first = undefined;
    return bytes;
  });
  return { source: whole, isBinary: start.includes("\0") || !start.isWellFormed() };
}

function coloredText(expression: Regex, text: string): string {
  let shown = "";
  let done = 0;
  for (const { start, end } of expression.matches(text)) {
    if (start === end) continue;
    shown += `${text.slice(done, start)}${RED}${text.slice(start, end)}${PLAIN}`;
    done = end;
  }
  return shown + text.slice(done);
}

const MATCHES_AT_ONCE = 1000;

/** `-o`: prints each match on its own line. */
async function writeMatches(process: Process, search: Search, line: Line, lineEnd: string): Promise<void> {
  if (search.options.has("v")) return;
  let shown = "";
  let count = 0;
  for (const { start, end } of search.expression.matches(line.text)) {
    if (start < end) shown += `${head(search, line, ":", start)}${line.text.slice(start, end)}${lineEnd}`;
    if (++count % MATCHES_AT_ONCE !== 0) continue;
    await process.pause();
    await process.stdout.write(shown);
    shown = "";
  }
  await process.stdout.write(shown);
}

export const grepCommands: readonly ShellCommand[] = ["grep", "egrep", "fgrep"].map((name) => ({ name, run: runGrep }));
