import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import { LIMITS } from "../../limits.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { CollectingSink, type ByteSink, type ByteSource } from "../../streams/byte-stream.ts";
import { textOf } from "../../streams/text-bytes.ts";
import { parseOptions } from "../options.ts";
import { loadRegexEngine } from "./posix-regex.ts";
import { SedProgram, type SedStreams } from "./sed-program.ts";
import { parseSed, type SedCommand } from "./sed-script.ts";

async function runSed(process: Process): Promise<number> {
  // The suffix of the backup is part of the same word as -i.
  const suffixes: string[] = [];
  const args = process.args.map((arg) => {
    const [, letters, suffix] = /^-([nErsz]*)i(.*)$/.exec(arg) ?? [];
    if (suffix === undefined) return arg;
    suffixes.push(suffix);
    return `-${letters}i`;
  });
  const options = parseOptions(
    { name: process.name, args },
    {
      letters: "nErsiuze:f:",
      long: [
        "regexp-extended:E",
        "quiet:n",
        "silent:n",
        "in-place:i",
        "null-data:z",
        "separate:s",
        "expression=:e",
        "file=:f",
      ],
    },
  );
  const scripts = [...options.values("e")];
  for (const path of options.values("f")) scripts.push((await process.files.readText(path)).replace(/\n$/, ""));
  const files = [...options.operands];
  if (scripts.length === 0) scripts.push(files.shift() ?? fail("no pattern"));
  await loadRegexEngine();
  const commands = parseSed(scripts.join("\n"), options.has("E") || options.has("r"));
  const settings = { quiet: options.has("n"), separator: options.has("z") ? "\0" : "\n" };
  const outputs = await openOutputs(process, commands);
  try {
    if (options.has("i"))
      return await inPlace(process, files, commands, { ...settings, suffix: suffixes.at(-1) ?? "" }, outputs);
    const groups =
      options.has("s") && files.length > 0 ? files.map((file) => [file]) : [files.length > 0 ? files : ["-"]];
    let failed = false;
    for (const [i, group] of groups.entries()) {
      const streams = new LineStreams(
        process,
        group,
        process.stdout,
        outputs,
        settings.separator,
        i < groups.length - 1,
      );
      const exitCode = await new SedProgram(commands, settings.quiet, streams).run();
      await streams.finish();
      failed ||= streams.failed;
      if (exitCode !== 0) return exitCode;
    }
    return failed ? 1 : 0;
  } finally {
    for (const sink of outputs.values()) if (sink !== process.stdout) await sink.close();
  }
}

function fail(message: string): never {
  throw new CommandError(`sed: ${message}`);
}

/** Opens the output files of `w`, by name. */
async function openOutputs(process: Process, commands: readonly SedCommand[]): Promise<Map<string, ByteSink>> {
  const outputs = new Map<string, ByteSink>();
  for (const { action } of commands) {
    const path = action.name === "w" ? action.path : action.name === "s" ? action.substitution.path : undefined;
    if (path === undefined || outputs.has(path)) continue;
    outputs.set(path, path === "/dev/stdout" ? process.stdout : await process.files.create(path));
  }
  return outputs;
}

async function inPlace(
  process: Process,
  files: readonly string[],
  commands: readonly SedCommand[],
  { quiet, separator, suffix }: { quiet: boolean; separator: string; suffix: string },
  outputs: ReadonlyMap<string, ByteSink>,
): Promise<number> {
  let failed = false;
  for (const path of files) {
    const sink = new CollectingSink(LIMITS.wholeInputBytes);
    const streams = new LineStreams(process, [path], sink, outputs, separator);
    const exitCode = await new SedProgram(commands, quiet, streams).run();
    await streams.finish();
    failed ||= streams.failed || exitCode !== 0;
    if (streams.failed) continue;
    if (suffix !== "") await process.files.copyFile(path, `${path}${suffix}`);
    await process.files.write(path, sink.content());
  }
  return failed ? 1 : 0;
}

const WAITING_BYTES = 16 * 1024;

/** Reads the lines of several files as one input. Writes buffered output before it waits for input. */
class LineStreams implements SedStreams {
  readonly #process: Process;
  readonly #paths: string[];
  readonly #sink: ByteSink;
  readonly #files: ReadonlyMap<string, ByteSink>;
  readonly #separator: string;
  /** Whether another writer uses the same output afterwards. */
  readonly #moreFollows: boolean;
  #source: ByteSource | undefined;
  #lines: string[] = [];
  #next = 0;
  #pending = "";
  /** Whether the lines in memory, and the line read last, end with a separator. */
  #linesEnd = true;
  #lineEnded = true;
  #waiting = "";
  /** Whether the output so far lacks its last separator. */
  #unfinished = false;
  inputName = "-";
  lineNumber = 0;
  failed = false;

  constructor(
    process: Process,
    paths: readonly string[],
    sink: ByteSink,
    files: ReadonlyMap<string, ByteSink>,
    separator: string,
    moreFollows = false,
  ) {
    this.#moreFollows = moreFollows;
    this.#process = process;
    this.#paths = [...paths];
    this.#sink = sink;
    this.#files = files;
    this.#separator = separator;
  }

  async next(): Promise<string | undefined> {
    if (this.#next >= this.#lines.length && !(await this.#fill())) return undefined;
    this.lineNumber += 1;
    this.#lineEnded = this.#linesEnd;
    return textOf(this.#lines[this.#next++] ?? "");
  }

  async isLast(): Promise<boolean> {
    return this.#next >= this.#lines.length && !(await this.#fill());
  }

  async writeLine(text: string, path?: string): Promise<void> {
    const sink = path === undefined ? undefined : this.#files.get(path);
    if (sink && sink !== this.#process.stdout) return sink.write(`${text}\n`);
    const ended = this.#lineEnded || this.#moreFollows || !(await this.isLast());
    await this.write(ended ? text + this.#separator : text);
    this.#unfinished = !ended;
  }

  async write(text: string): Promise<void> {
    this.#waiting += this.#unfinished ? this.#separator + text : text;
    this.#unfinished = false;
    if (this.#waiting.length >= WAITING_BYTES) await this.#flush();
  }

  async copyFile(path: string): Promise<void> {
    let source: ByteSource;
    try {
      source = path === "/dev/stdin" ? this.#process.stdin : await this.#process.files.open(path);
    } catch (error) {
      if (error instanceof FileError) return;
      throw error;
    }
    await this.write("");
    await this.#flush();
    for await (const bytes of source) await this.#sink.write(bytes);
    if (source !== this.#process.stdin) source.close();
  }

  pause(): Promise<void> {
    return this.#process.pause();
  }

  /** Writes buffered output and closes the open file. */
  async finish(): Promise<void> {
    await this.#flush();
    if (this.#source !== this.#process.stdin) this.#source?.close();
  }

  async #flush(): Promise<void> {
    if (this.#waiting === "") return;
    const text = this.#waiting;
    this.#waiting = "";
    await this.#sink.write(text);
  }

  /** Reads until at least one line is in memory. Returns false at the end of all files. */
  async #fill(): Promise<boolean> {
    await this.#flush();
    for (;;) {
      const source = this.#source ?? (await this.#openNext());
      if (!source) return false;
      const bytes = await source.read();
      const chunk = bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1") : "";
      if (chunk.includes(this.#separator)) {
        const lines = (this.#pending + chunk).split(this.#separator);
        this.#pending = lines.pop() ?? "";
        return this.#have(lines, true);
      }
      this.#pending += chunk;
      if (this.#pending.length > LIMITS.lineBytes) fail(`out of memory: a line of more than ${LIMITS.lineBytes} bytes`);
      if (bytes) continue;
      if (source !== this.#process.stdin) source.close();
      this.#source = undefined;
      if (this.#pending === "") continue;
      const last = this.#pending;
      this.#pending = "";
      return this.#have([last], false);
    }
  }

  #have(lines: string[], ended: boolean): true {
    this.#lines = lines;
    this.#linesEnd = ended;
    this.#next = 0;
    return true;
  }

  /** Opens the next readable file. Reports the unreadable ones before it. */
  async #openNext(): Promise<ByteSource | undefined> {
    for (let path = this.#paths.shift(); path !== undefined; path = this.#paths.shift()) {
      this.inputName = path;
      try {
        this.#source = path === "-" ? this.#process.stdin : await this.#process.files.open(path);
        return this.#source;
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        await this.#process.stderr.write(`sed: ${path}: ${error.text}\n`);
        this.failed = true;
      }
    }
    return undefined;
  }
}

export const SED_COMMAND: ShellCommand = { name: "sed", run: runSed };
