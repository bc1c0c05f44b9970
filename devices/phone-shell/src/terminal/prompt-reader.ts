import { columnsOf } from "@terrarium/phone-system/text-width";
import { CommandLines, type WholeCommands } from "../executor/command-lines.ts";
import { Expansion } from "../executor/expansion.ts";
import type { Shell } from "../executor/shell.ts";
import { complete } from "./completion.ts";
import { LineEditor } from "./line-editor.ts";
import type { Terminal } from "./terminal.ts";

export type Typed = { kind: "commands"; commands: WholeCommands } | { kind: "interrupt" } | { kind: "end" };
type TypedLine = { kind: "line"; text: string } | { kind: "interrupt" } | { kind: "end" };

/** Reads whole commands at a prompt. Incomplete commands continue on further lines. */
export class PromptReader {
  readonly #terminal: Terminal;
  readonly #shell: Shell;
  readonly #editor: LineEditor;

  constructor(terminal: Terminal, shell: Shell) {
    this.#terminal = terminal;
    this.#shell = shell;
    this.#editor = new LineEditor(terminal.columns, (text) => terminal.show(text), terminal.history);
    shell.history = () => terminal.history.lines;
  }

  async read(): Promise<Typed> {
    const terminal = this.#terminal;
    const prompt = await this.#prompt();
    terminal.startEditing();
    const stopResizing = terminal.onResize(() => this.#editor.resize(terminal.columns));
    try {
      this.#editor.resize(terminal.columns);
      return await this.#commands(prompt);
    } finally {
      stopResizing();
      terminal.stopEditing();
    }
  }

  async #commands(firstPrompt: string): Promise<Typed> {
    const lines = new CommandLines();
    let prompt = firstPrompt;
    for (;;) {
      const typed = await this.#line(prompt);
      if (typed.kind === "end" && !lines.isEmpty) return { kind: "interrupt" };
      if (typed.kind !== "line") return typed;
      this.#terminal.history.add(typed.text);
      const commands = lines.add(typed.text);
      if (commands) return { kind: "commands", commands };
      prompt = this.#shell.get("PS2") ?? "> ";
    }
  }

  async #prompt(): Promise<string> {
    const { exitCode, cwd, task } = this.#shell;
    const own = this.#shell.get("PS1");
    if (own !== undefined) return this.#expand(own);
    const host = this.#shell.get("HOSTNAME") ?? "generic";
    return `${exitCode === 0 ? "" : `${exitCode}|`}${host}:${cwd} ${task.userId === 0 ? "#" : "$"} `;
  }

  async #expand(source: string): Promise<string> {
    const { exitCode } = this.#shell;
    try {
      const expansion = new Expansion(this.#shell, async () => "");
      return (await expansion.textOf(source)).replaceAll("!", String(this.#terminal.history.lines.length + 1));
    } catch {
      return source;
    } finally {
      this.#shell.exitCode = exitCode;
    }
  }

  async #line(prompt: string): Promise<TypedLine> {
    const { task } = this.#shell;
    this.#editor.start(prompt);
    for (;;) {
      const keys = await this.#terminal.nextKeys(task.signal);
      if (keys === undefined) return { kind: "end" };
      const { event, rest } = this.#editor.feed(keys);
      this.#terminal.returnKeys(rest);
      if (event?.kind === "complete") await this.#complete(event.text, event.again);
      await this.#giveWay();
      if (task.budget.spent) {
        this.#terminal.discardInput();
        return { kind: "interrupt" };
      }
      if (event && event.kind !== "complete") return event;
    }
  }

  /** Yields to other processes. Editing counts as work of the shell, and it pauses while its output is not read. */
  async #giveWay(): Promise<void> {
    const { machine, task } = this.#shell;
    await this.#terminal.drained();
    await machine.kernel.step(task);
    task.signal.throwIfAborted();
  }

  async #complete(text: string, again: boolean): Promise<void> {
    const { insert, choices } = await complete(text, this.#shell);
    if (insert !== "") this.#editor.insertText(insert);
    else if (choices.length > 1 && again) this.#editor.showBelow(inColumns(choices, this.#terminal.columns));
    else if (choices.length !== 1) this.#terminal.show("\x07");
  }
}

/** Lists names in as many columns as fit. Control characters appear as `?`. */
function inColumns(choices: readonly string[], columns: number): string {
  const names = choices.map((name) => name.replaceAll(/\p{Cc}/gu, "?"));
  const width = names.reduce((most, name) => Math.max(most, columnsOf(name)), 0) + 2;
  const across = Math.max(1, Math.floor(columns / width));
  const rows = Math.ceil(names.length / across);
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: across }, (_column, column) => names[column * rows + row] ?? "")
      .map((name) => name + " ".repeat(width - columnsOf(name)))
      .join("")
      .trimEnd(),
  );
  return lines.join("\r\n");
}
