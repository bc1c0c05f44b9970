import { columnsOf } from "@terrarium/phone-system/text-width";
import { Expansion } from "../executor/expansion.ts";
import type { Shell } from "../executor/shell.ts";
import { isIncomplete } from "../executor/syntax.ts";
import { complete } from "./completion.ts";
import { LineEditor } from "./line-editor.ts";
import type { Terminal } from "./terminal.ts";

export type Typed = { kind: "line"; text: string } | { kind: "interrupt" } | { kind: "end" };

/** Reads what is typed at a prompt: whole commands, over several lines where they stop short. */
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
    let script = "";
    let prompt = await this.#prompt();
    for (;;) {
      const typed = await this.#line(prompt);
      if (typed.kind === "interrupt") return typed;
      if (typed.kind === "end") return script === "" ? typed : { kind: "interrupt" };
      this.#terminal.history.add(typed.text);
      script += typed.text;
      if (script.trim() !== "" && isIncomplete(script)) {
        script += "\n";
        prompt = this.#shell.get("PS2") ?? "> ";
      } else return { kind: "line", text: script };
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

  #line(prompt: string): Promise<Typed> {
    const { promise, resolve } = Promise.withResolvers<Typed>();
    const terminal = this.#terminal;
    let release = (): unknown => undefined;
    let finished = false;
    let queue = Promise.resolve();
    const finish = (typed: Typed, rest: Buffer): void => {
      finished = true;
      stopResizing();
      release();
      if (rest.length > 0) terminal.type(rest);
      resolve(typed);
    };
    const feed = async (bytes: Buffer): Promise<void> => {
      if (finished) return terminal.type(bytes);
      let completing: { text: string; again: boolean; rest: Buffer } | undefined;
      this.#editor.feed(bytes, (event, rest) => {
        if (event.kind === "complete") completing = { ...event, rest };
        else finish(event, rest);
      });
      if (!completing) return;
      await this.#complete(completing.text, completing.again);
      if (completing.rest.length > 0) await feed(completing.rest);
    };
    const stopResizing = terminal.onResize(() => this.#editor.resize(terminal.columns));
    this.#editor.resize(terminal.columns);
    this.#editor.start(prompt);
    release = terminal.takeKeys((bytes) => {
      queue = queue.then(() => feed(Buffer.from(bytes)));
    });
    void terminal.untilEnded(this.#shell.task.signal).then(
      () => queue.then(() => !finished && finish({ kind: "end" }, Buffer.alloc(0))),
      () => finish({ kind: "end" }, Buffer.alloc(0)),
    );
    return promise;
  }

  async #complete(text: string, again: boolean): Promise<void> {
    const { insert, choices } = await complete(text, this.#shell);
    if (insert !== "") this.#editor.insertText(insert);
    else if (choices.length > 1 && again) this.#editor.showBelow(inColumns(choices, this.#terminal.columns));
    else if (choices.length !== 1) this.#terminal.show("\x07");
  }
}

/** Lists names in as many columns as fit; what a terminal would obey in them is shown as `?`. */
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
