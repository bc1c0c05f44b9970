import { LineEditor } from "./line-editor.ts";
import type { OutputStream } from "./protocol.ts";
import type { ShellIo } from "./shell-io.ts";
import { ShellSession } from "./shell-session.ts";
import type { ShellWorkers } from "./shell-workers.ts";
import { readsStdin } from "./stdin-readers.ts";

const interrupted = 130;
const ctrlC = 0x03;
const maxTypeAheadBytes = 64 * 1024;

/** What the terminal is doing with what is typed. */
type Mode = "editing" | "input" | "running";

/**
 * A shell at a terminal: prompt, line editing, history, Ctrl-C. With a `command` it runs only that, at the terminal.
 * The terminal's own work (echo, line ends) is done here, as no kernel does it.
 */
export class TerminalShell {
  readonly #io: ShellIo;
  readonly #session: ShellSession;
  readonly #editor: LineEditor;
  #mode: Mode = "editing";
  #typeAhead: Buffer[] = [];
  #typeAheadBytes = 0;
  /** Lines of a command that is not complete yet. */
  #script = "";
  /** Lines typed for a command that reads its input, until Ctrl-D. */
  #input = "";
  readonly #ended = Promise.withResolvers<void>();
  readonly #oneCommand: boolean;

  constructor(workers: ShellWorkers, io: ShellIo, terminal: string, command: string | undefined) {
    this.#io = io;
    this.#session = new ShellSession(workers, { TERM: terminal });
    this.#editor = new LineEditor(io.windowSize.columns, (text) => void io.write("stdout", Buffer.from(text)));
    this.#oneCommand = command !== undefined;
    this.#script = command ?? "";
  }

  /** Resolves when the shell has ended. */
  async run(): Promise<void> {
    this.#io.gone.addEventListener("abort", () => this.#end(), { once: true });
    this.#io.stdin.on("data", (bytes: Buffer) => this.#type(bytes)).on("end", () => this.#inputEnded());
    if (this.#oneCommand) this.#enter(this.#script);
    else this.#prompt();
    await this.#ended.promise;
    this.#session.interrupt();
    this.#io.exit(this.#session.exitCode);
  }

  #end(): void {
    this.#ended.resolve();
  }

  #prompt(): void {
    this.#mode = "editing";
    const code = this.#session.exitCode;
    const prompt = `${code === 0 ? "" : `${code}|`}generic:${this.#session.cwd} $ `;
    this.#editor.start(this.#script === "" ? prompt : "> ");
    this.#replayTypeAhead();
  }

  #type(bytes: Buffer): void {
    if (this.#mode === "running") {
      const stop = bytes.lastIndexOf(ctrlC);
      if (stop >= 0) this.#interrupt();
      this.#keepTypeAhead(bytes.subarray(stop + 1));
      return;
    }
    this.#editor.resize(this.#io.windowSize.columns);
    for (const event of this.#editor.feed(bytes)) {
      if (event.kind === "line") this.#handleLine(event.text);
      else if (event.kind === "interrupt") this.#handleInterrupt();
      else this.#handleEnd();
    }
  }

  #keepTypeAhead(bytes: Buffer): void {
    if (bytes.length === 0 || this.#typeAheadBytes > maxTypeAheadBytes) return;
    this.#typeAhead.push(bytes);
    this.#typeAheadBytes += bytes.length;
  }

  #replayTypeAhead(): void {
    const bytes = Buffer.concat(this.#typeAhead.splice(0));
    this.#typeAheadBytes = 0;
    if (bytes.length > 0) this.#type(bytes);
  }

  #handleLine(line: string): void {
    if (this.#mode === "running") {
      this.#keepTypeAhead(Buffer.from(`${line}\n`));
    } else if (this.#mode === "input") {
      this.#input += `${line}\n`;
      // `read` wants one line, anything else all of it.
      if (/\bread\b/.test(this.#script)) this.#start();
      else this.#editor.start("");
    } else {
      this.#editor.remember(line);
      this.#enter(this.#script + line);
    }
  }

  #handleInterrupt(): void {
    if (this.#oneCommand) return this.#finish(interrupted);
    this.#script = "";
    this.#session.exitCode = interrupted;
    this.#prompt();
  }

  /** Ctrl-D on an empty line. */
  #handleEnd(): void {
    if (this.#mode === "input") this.#start();
    else if (this.#mode === "editing" && this.#script !== "") this.#handleInterrupt();
    else if (this.#mode === "editing") this.#finish(this.#session.exitCode);
  }

  #inputEnded(): void {
    if (this.#mode === "running") return;
    if (this.#mode === "input") this.#start();
    else this.#finish(this.#session.exitCode);
  }

  #finish(exitCode: number): void {
    this.#session.exitCode = exitCode;
    this.#end();
  }

  #interrupt(): void {
    void this.#io.write("stdout", Buffer.from("^C\r\n"));
    this.#session.interrupt();
  }

  /** Takes an entered script: runs it, after reading its input if it wants any. */
  #enter(script: string): void {
    this.#script = script;
    this.#input = "";
    if (script.trim() === "") {
      this.#script = "";
      this.#prompt();
    } else if (readsStdin(script)) {
      this.#mode = "input";
      this.#editor.start("");
      this.#replayTypeAhead();
    } else {
      this.#start();
    }
  }

  #start(): void {
    this.#mode = "running";
    void this.#runScript(this.#script, Buffer.from(this.#input)).catch(() => this.#end());
  }

  async #runScript(script: string, input: Buffer): Promise<void> {
    const outcome = await this.#session.run(script, input, (stream, bytes) => this.#write(stream, bytes), !this.#oneCommand);
    if (outcome === "exit" || this.#oneCommand) return this.#end();
    this.#script = outcome === "incomplete" ? `${script}\n` : "";
    this.#prompt();
  }

  /** A terminal's output: each line end also returns the carriage. A terminal shows errors among the rest. */
  #write(_stream: OutputStream, bytes: Buffer): Promise<void> {
    return this.#io.write("stdout", Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1"));
  }
}
