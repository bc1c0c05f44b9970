import { FileError } from "@terrarium/device-files/file-error";
import { LIMITS } from "../../limits.ts";
import type { Child, Process } from "../../process.ts";
import type { ByteSink, ByteSource } from "../../streams/byte-stream.ts";
import { Pipe } from "../../streams/pipe.ts";
import { TextStreamDecoder } from "../../streams/text-bytes.ts";
import { AwkError, expressionOf } from "./values.ts";

const SHELL = "/system/bin/sh";
const FLUSH_BYTES = 64 * 1024;

/** Reads the records of a source. */
export class RecordReader {
  readonly #source: ByteSource;
  readonly #decoder = new TextStreamDecoder();
  #text = "";
  #at = 0;
  #ended = false;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Returns the next record if it is in memory. Returns undefined at the end, or if it needs more input. */
  ready(separator: string): string | undefined {
    const found = this.#find(separator);
    if (!found) return undefined;
    const record = this.#text.slice(this.#at, found.start);
    this.#at = found.end;
    return record;
  }

  /** Waits for the next record. Returns undefined at the end. */
  async next(separator: string): Promise<string | undefined> {
    for (;;) {
      const record = this.ready(separator);
      if (record !== undefined) return record;
      if (this.#ended) return this.#last(separator);
      const bytes = await this.#source.read();
      this.#text = this.#text.slice(this.#at) + (bytes ? this.#decoder.decode(bytes) : this.#decoder.end());
      this.#at = 0;
      if (!bytes) this.#ended = true;
      else if (this.#text.length > LIMITS.lineBytes && this.#find(separator) === undefined)
        throw new AwkError(`input record longer than ${LIMITS.lineBytes} bytes`);
    }
  }

  #find(separator: string): { start: number; end: number } | undefined {
    if (separator.length === 1) {
      const start = this.#text.indexOf(separator, this.#at);
      return start < 0 ? undefined : { start, end: start + 1 };
    }
    if (separator === "" && this.#at < this.#text.length) {
      while (this.#text.charAt(this.#at) === "\n") this.#at += 1;
    }
    const match = expressionOf(separator === "" ? "\n\n+" : separator).find(this.#text, this.#at);
    // A match at the end of the text may continue in the next input.
    if (!match || (match.end === this.#text.length && !this.#ended)) return undefined;
    return match;
  }

  #last(separator: string): string | undefined {
    let rest = this.#text.slice(this.#at);
    this.#text = "";
    this.#at = 0;
    if (separator === "") rest = rest.replace(/^\n+|\n$/g, "");
    return rest === "" ? undefined : rest;
  }

  close(): void {
    this.#source.close();
  }
}

interface Output {
  sink: ByteSink;
  child?: Child;
  text: string;
}

/** A program's outputs and inputs by their names. */
export class AwkStreams {
  readonly #process: Process;
  readonly #outputs = new Map<string, Output>();
  readonly #inputs = new Map<string, { reader: RecordReader; child?: Child }>();
  readonly #standard: Output;

  constructor(process: Process) {
    this.#process = process;
    this.#standard = { sink: process.stdout, text: "" };
  }

  /** Writes to standard output. Returns a promise if the caller must wait. */
  print(text: string): Promise<void> | undefined {
    return this.#put(this.#standard, text);
  }

  /** Writes to the target of `>`, `>>` or `|`. */
  async printTo(operator: string, name: string, text: string): Promise<void> {
    const output = this.#outputs.get(name) ?? (await this.#open(operator, name));
    await this.#put(output, text);
  }

  #put(output: Output, text: string): Promise<void> | undefined {
    output.text += text;
    return output.text.length >= FLUSH_BYTES ? this.#flush(output) : undefined;
  }

  async #flush(output: Output): Promise<void> {
    const { text } = output;
    output.text = "";
    if (text !== "") await output.sink.write(text);
  }

  /** Writes all buffered output. Called before the program waits. */
  async flush(): Promise<void> {
    await this.#flush(this.#standard);
    for (const output of this.#outputs.values()) await this.#flush(output);
  }

  async #open(operator: string, name: string): Promise<Output> {
    const output = operator === "|" ? await this.#command(name) : { sink: await this.#file(operator, name), text: "" };
    this.#outputs.set(name, output);
    return output;
  }

  async #file(operator: string, name: string): Promise<ByteSink> {
    if (name === "/dev/stdout" || name === "-") return this.#process.stdout;
    if (name === "/dev/stderr") return this.#process.stderr;
    return this.#process.files.create(name, operator === ">>" ? "append" : "replace").catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      throw new AwkError(`can't open file ${name}`);
    });
  }

  async #command(command: string): Promise<Output> {
    await this.flush();
    const pipe = new Pipe();
    const child = this.#process.spawn([SHELL, "-c", command], { stdin: pipe.source });
    void child.exited.then(() => pipe.source.close());
    return { sink: pipe, child, text: "" };
  }

  /**
   * Reads the next record of a file or of a command's output. Returns undefined at the end, false if it cannot be read.
   */
  async read(kind: "file" | "command", name: string, separator: string): Promise<string | undefined | false> {
    await this.flush();
    const key = `${kind}:${name}`;
    let input = this.#inputs.get(key);
    if (!input) {
      const opened = kind === "file" ? await this.#reader(name) : this.#outputOf(name);
      if (!opened) return false;
      input = opened;
      this.#inputs.set(key, input);
    }
    return input.reader.next(separator);
  }

  async #reader(name: string): Promise<{ reader: RecordReader } | undefined> {
    const { stdin, files } = this.#process;
    const source = name === "-" || name === "/dev/stdin" ? stdin : await files.open(name).catch(() => undefined);
    return source && { reader: new RecordReader(source) };
  }

  #outputOf(command: string): { reader: RecordReader; child: Child } {
    const pipe = new Pipe();
    const child = this.#process.spawn([SHELL, "-c", command], { stdout: pipe });
    void child.exited.then(() => pipe.close());
    return { reader: new RecordReader(pipe.source), child };
  }

  /** `system`: runs a command to its end. */
  async run(command: string): Promise<number> {
    await this.flush();
    return this.#process.spawn([SHELL, "-c", command]).exited;
  }

  /** `close`: returns a command's exit code, 0 for a file, or -1 if nothing of this name is open. */
  async close(name: string): Promise<number> {
    let code = -1;
    const output = this.#outputs.get(name);
    if (output) {
      this.#outputs.delete(name);
      await this.#flush(output).catch(() => undefined);
      if (output.sink !== this.#process.stdout && output.sink !== this.#process.stderr) await output.sink.close();
      code = (await output.child?.exited) ?? 0;
    }
    for (const key of [`file:${name}`, `command:${name}`]) {
      const input = this.#inputs.get(key);
      if (!input) continue;
      this.#inputs.delete(key);
      input.reader.close();
      code = (await input.child?.exited) ?? 0;
    }
    return code;
  }

  /** Ends the program's streams: writes all output and waits for the commands that read it. */
  async closeAll(): Promise<void> {
    await this.flush();
    for (const name of Array.from(this.#outputs.keys())) await this.close(name);
    for (const { reader } of this.#inputs.values()) reader.close();
  }
}
