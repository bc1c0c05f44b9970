import { LineEditor } from "./line-editor.ts";
import type { ShellIo } from "./shell-io.ts";
import { ShellSession } from "./shell-session.ts";
import type { ShellWorkers } from "./shell-workers.ts";

const interrupted = 130;
const ctrlC = 0x03;
const maxTypeAheadBytes = 64 * 1024;

/** Who gets what is typed: the shell's own line, a command that reads, or whoever comes after the running command. */
type Mode = "prompt" | "input" | "running";

/**
 * A shell at a terminal: prompt, line editing, history, Ctrl-C. With a `command` it runs only that, at the terminal.
 * The terminal's own work (echo, line ends) is done here, as no kernel does it.
 */
export class TerminalShell {
  readonly #io: ShellIo;
  readonly #session: ShellSession;
  readonly #editor: LineEditor;
  readonly #command: string | undefined;
  readonly #ended = Promise.withResolvers<void>();
  #mode: Mode = "running";
  #typeAhead: Buffer[] = [];
  #typeAheadBytes = 0;
  /** Lines of a script that is not complete yet. */
  #script = "";
  /** A command that waits for input, with the lines typed so far. */
  #reader: { amount: "line" | "all"; text: string; give: (input: Buffer) => void } | undefined;

  constructor(workers: ShellWorkers, io: ShellIo, terminal: string, command: string | undefined) {
    this.#io = io;
    this.#session = new ShellSession(workers, { TERM: terminal });
    this.#editor = new LineEditor(io.windowSize.columns, (text) => void io.write("stdout", Buffer.from(text)));
    this.#command = command;
  }

  /** Resolves when the shell has ended. */
  async run(): Promise<void> {
    this.#io.gone.addEventListener("abort", () => this.#end(), { once: true });
    this.#io.stdin.on("data", (bytes: Buffer) => this.#type(bytes)).on("end", () => this.#handleEnd());
    if (this.#command === undefined) this.#prompt();
    else void this.#run(this.#command);
    await this.#ended.promise;
    this.#session.interrupt();
    this.#io.exit(this.#session.exitCode);
  }

  #end(): void {
    this.#ended.resolve();
  }

  #prompt(): void {
    const { exitCode, cwd } = this.#session;
    const prompt = `${exitCode === 0 ? "" : `${exitCode}|`}generic:${cwd} $ `;
    this.#edit("prompt", this.#script === "" ? prompt : "> ");
  }

  #edit(mode: Mode, prompt: string): void {
    this.#mode = mode;
    this.#editor.start(prompt);
    queueMicrotask(() => this.#typeAgain());
  }

  /** Types what was typed before its reader was there. */
  #typeAgain(): void {
    if (this.#mode === "running") return;
    const typed = Buffer.concat(this.#typeAhead.splice(0));
    this.#typeAheadBytes = 0;
    if (typed.length > 0) this.#type(typed);
  }

  #type(bytes: Buffer): void {
    if (this.#mode === "running") {
      const stop = bytes.lastIndexOf(ctrlC);
      if (stop >= 0) this.#interruptCommand();
      this.#keepTypeAhead(bytes.subarray(stop + 1));
      return;
    }
    this.#editor.resize(this.#io.windowSize.columns);
    this.#editor.feed(bytes, (event, rest) => {
      // What was typed after a line is for whatever that line starts.
      this.#keepTypeAhead(rest);
      if (event.kind === "line") this.#handleLine(event.text);
      else if (event.kind === "interrupt") this.#handleInterrupt();
      else this.#handleEnd();
    });
  }

  #keepTypeAhead(bytes: Buffer): void {
    if (bytes.length === 0 || this.#typeAheadBytes + bytes.length > maxTypeAheadBytes) return;
    this.#typeAhead.push(bytes);
    this.#typeAheadBytes += bytes.length;
  }

  #handleLine(line: string): void {
    if (this.#reader) {
      this.#reader.text += `${line}\n`;
      if (this.#reader.amount === "line") this.#giveInput();
      else this.#edit("input", "");
      return;
    }
    this.#editor.remember(line);
    const script = this.#script + line;
    if (script.trim() === "") this.#prompt();
    else void this.#run(script);
  }

  /** Ctrl-C while editing. */
  #handleInterrupt(): void {
    if (this.#reader) {
      this.#mode = "running";
      this.#session.interrupt();
      return;
    }
    this.#script = "";
    this.#session.exitCode = interrupted;
    this.#prompt();
  }

  /** Ctrl-D on an empty line, or the end of what the client types. */
  #handleEnd(): void {
    if (this.#mode === "input") this.#giveInput();
    else if (this.#mode === "prompt" && this.#script !== "" && !this.#io.stdin.readableEnded) this.#handleInterrupt();
    else if (this.#mode === "prompt") this.#end();
  }

  #interruptCommand(): void {
    void this.#io.write("stdout", Buffer.from("^C\r\n"));
    this.#typeAhead = [];
    this.#typeAheadBytes = 0;
    this.#session.interrupt();
  }

  #giveInput(): void {
    const reader = this.#reader;
    this.#reader = undefined;
    this.#mode = "running";
    reader?.give(Buffer.from(reader.text));
  }

  async #run(script: string): Promise<void> {
    this.#mode = "running";
    const client = {
      write: (_stream: unknown, bytes: Buffer) => this.#write(bytes),
      input: (amount: "line" | "all") =>
        new Promise<Buffer>((give) => {
          this.#reader = { amount, text: "", give };
          if (this.#io.stdin.readableEnded) this.#giveInput();
          else this.#edit("input", "");
        }),
    };
    const outcome = await this.#session.run(script, client, this.#command === undefined);
    this.#reader = undefined;
    if (outcome === "exit" || this.#command !== undefined || this.#io.stdin.readableEnded) return this.#end();
    this.#script = outcome === "incomplete" ? `${script}\n` : "";
    this.#prompt();
  }

  /** A terminal shows errors among the rest, and each line end also returns the carriage. */
  #write(bytes: Buffer): Promise<void> {
    return this.#io.write("stdout", Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1"));
  }
}
