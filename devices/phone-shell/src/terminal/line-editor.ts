import { columnsOf } from "@terrarium/phone-system/text-width";
import { LineHistory } from "./line-history.ts";

/** What happened at the terminal while editing. */
export type EditorEvent =
  | { kind: "line"; text: string }
  | { kind: "interrupt" }
  | { kind: "end" }
  /** The Tab key: the line up to the cursor. `again` if it was typed twice. */
  | { kind: "complete"; text: string; again: boolean };

const maxLineLength = 64 * 1024;
const maxSearchLength = 256;

/** Control keys and escape sequences (xterm), by what they do. */
const keys: Readonly<Record<string, Action>> = {
  "\x01": "home",
  "\x02": "left",
  "\x04": "deleteOrEnd",
  "\x05": "lineEnd",
  "\x06": "right",
  "\x08": "backspace",
  "\x09": "complete",
  "\x0b": "killToEnd",
  "\x0c": "clearScreen",
  "\x0e": "newer",
  "\x10": "older",
  "\x12": "search",
  "\x15": "killToStart",
  "\x17": "killWord",
  "\x19": "yank",
  "\x1bb": "wordLeft",
  "\x1bf": "wordRight",
  "\x1b[1;5C": "wordRight",
  "\x1b[1;5D": "wordLeft",
  "\x7f": "backspace",
  "\x1b[A": "older",
  "\x1b[B": "newer",
  "\x1b[C": "right",
  "\x1b[D": "left",
  "\x1b[F": "lineEnd",
  "\x1b[H": "home",
  "\x1bOA": "older",
  "\x1bOB": "newer",
  "\x1bOC": "right",
  "\x1bOD": "left",
  "\x1bOF": "lineEnd",
  "\x1bOH": "home",
  "\x1b[1~": "home",
  "\x1b[3~": "delete",
  "\x1b[4~": "lineEnd",
  "\x1b[7~": "home",
  "\x1b[8~": "lineEnd",
};

type Action =
  | "home"
  | "left"
  | "right"
  | "lineEnd"
  | "backspace"
  | "delete"
  | "deleteOrEnd"
  | "killToEnd"
  | "killToStart"
  | "killWord"
  | "older"
  | "newer"
  | "clearScreen"
  | "complete"
  | "search"
  | "yank"
  | "wordLeft"
  | "wordRight";

// oxlint-disable-next-line no-control-regex -- terminals speak in control characters
const token = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z]|[^[O])|\r\n?|[^]/gu;
// oxlint-disable-next-line no-control-regex -- as above
const unfinishedEscape = /^\x1b(?:\[[0-9;?]*[ -/]*|O)?$/;

/** Whether a key stands for itself. */
function isText(key: string): boolean {
  return key >= " " && key !== "\x7f" && !key.startsWith("\x1b");
}

/**
 * Line editing as at a terminal with readline's usual keys. Bytes go in, what to show and what was entered come out.
 * It holds no terminal itself.
 */
export class LineEditor {
  readonly #show: (text: string) => void;
  readonly #history: LineHistory;
  readonly #decoder = new TextDecoder();
  #prompt = "";
  #columns: number;
  #characters: string[] = [];
  #cursor = 0;
  /** Which line of the history is shown; its length when it is the new one, kept in `#draft`. */
  #historyIndex = 0;
  #draft: string[] = [];
  /** Row of the cursor below the prompt's first row, as last drawn. */
  #drawnRow = 0;
  #escape = "";
  #killed: string[] = [];
  #lastKey = "";
  /** What Ctrl-R looks for, with where it found it; undefined when it looks for nothing. */
  #search: { text: string; index: number } | undefined;

  /** `history`: what the arrow keys and Ctrl-R find. */
  constructor(columns: number, show: (text: string) => void, history: LineHistory) {
    this.#columns = columns;
    this.#show = show;
    this.#history = history;
  }

  get #lines(): readonly string[] {
    return this.#history.lines;
  }

  /** Puts text in at the cursor, as if it were typed. */
  insertText(text: string): void {
    this.#insert(Array.from(text));
  }

  /** Shows something below the line, and the line again below that. */
  showBelow(text: string): void {
    this.#moveTo(this.#characters.length);
    this.#show(`\r\n${text}\r\n`);
    this.#drawnRow = 0;
    this.#redraw();
  }

  /** Shows the prompt and begins a line. */
  start(prompt: string): void {
    this.#prompt = prompt;
    this.#characters = [];
    this.#cursor = 0;
    this.#historyIndex = this.#lines.length;
    this.#drawnRow = 0;
    this.#show(prompt);
  }

  resize(columns: number): void {
    this.#columns = columns;
  }

  /**
   * Takes typed bytes. Stops at the first event, which it reports with the bytes that come after it: the caller knows
   * who reads them.
   */
  feed(bytes: Buffer, onEvent: (event: EditorEvent, rest: Buffer) => void): void {
    const text = this.#escape + this.#decoder.decode(bytes, { stream: true });
    this.#escape = "";
    const matches = text.match(token) ?? [];
    // What is pasted goes in at once, as each drawing of the line takes as long as the line is.
    let typed: string[] = [];
    const insertText = (): void => {
      if (typed.length > 0) this.#insert(typed);
      typed = [];
    };
    for (const [index, key] of matches.entries()) {
      if (!this.#search && isText(key)) {
        typed.push(key);
        this.#lastKey = key;
        continue;
      }
      insertText();
      const rest = key === "\x1b" ? matches.slice(index).join("") : "";
      if (key === "\x1b" && unfinishedEscape.test(rest)) {
        this.#escape = rest;
        return;
      }
      const event = this.#handle(key);
      if (event) return onEvent(event, Buffer.from(matches.slice(index + 1).join("")));
    }
    insertText();
  }

  #handle(key: string): EditorEvent | undefined {
    const again = this.#lastKey === key;
    this.#lastKey = key;
    if (this.#search && this.#searchKey(key)) return undefined;
    if (key.startsWith("\r") || key === "\n") {
      this.#moveTo(this.#characters.length);
      this.#show("\r\n");
      return { kind: "line", text: this.#characters.join("") };
    }
    if (key === "\x03") {
      this.#show("^C\r\n");
      return { kind: "interrupt" };
    }
    const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (action === "deleteOrEnd" && this.#characters.length === 0) return { kind: "end" };
    if (action === "complete") {
      return { kind: "complete", text: this.#characters.slice(0, this.#cursor).join(""), again };
    }
    if (action) this.#act(action);
    else if (isText(key)) this.#insert([key]);
    return undefined;
  }

  #insert(typed: readonly string[]): void {
    const fitting = typed.slice(0, maxLineLength - this.#characters.length);
    if (fitting.length === 0) return;
    const after = this.#characters.slice(this.#cursor);
    this.#characters = [...this.#characters.slice(0, this.#cursor), ...fitting, ...after];
    this.#cursor += fitting.length;
    if (after.length > 0) return this.#redraw();
    // Typing at the end needs no redrawing.
    this.#showAtEnd(fitting.join(""));
  }

  /** Shows text that ends the line. A terminal leaves the cursor in a full row; a space moves it to the next. */
  #showAtEnd(text: string): void {
    const width = columnsOf(this.#prompt + this.#characters.join(""));
    this.#show(width > 0 && width % this.#columns === 0 ? `${text} \b` : text);
    this.#drawnRow = Math.floor(width / this.#columns);
  }

  #act(action: Action): void {
    const end = this.#characters.length;
    switch (action) {
      case "home":
        return this.#moveTo(0);
      case "lineEnd":
        return this.#moveTo(end);
      case "left":
        return this.#moveTo(this.#cursor - 1);
      case "right":
        return this.#moveTo(this.#cursor + 1);
      case "backspace":
        return this.#remove(this.#cursor - 1, this.#cursor);
      case "delete":
      case "deleteOrEnd":
        return this.#remove(this.#cursor, this.#cursor + 1);
      case "killToEnd":
        return this.#kill(this.#cursor, end);
      case "killToStart":
        return this.#kill(0, this.#cursor);
      case "killWord":
        return this.#kill(this.#wordStart(), this.#cursor);
      case "yank":
        return this.insertText(this.#killed.join(""));
      case "wordLeft":
        return this.#moveTo(this.#wordStart());
      case "wordRight":
        return this.#moveTo(this.#wordEnd());
      case "search":
        this.#search = { text: "", index: this.#lines.length };
        return this.#drawSearch();
      case "older":
        return this.#recall(this.#historyIndex - 1);
      case "newer":
        return this.#recall(this.#historyIndex + 1);
      // Told to the caller before.
      case "complete":
        return;
      case "clearScreen":
        this.#show("\x1b[H\x1b[2J");
        this.#drawnRow = 0;
        return this.#redraw();
    }
  }

  #wordStart(): number {
    const before = this.#characters.slice(0, this.#cursor).join("");
    return Array.from(before.replace(/\S*\s*$/, "")).length;
  }

  #wordEnd(): number {
    const after = this.#characters.slice(this.#cursor).join("");
    return this.#characters.length - Array.from(after.replace(/^\s*\S*/, "")).length;
  }

  #kill(from: number, to: number): void {
    this.#killed = this.#characters.slice(from, to);
    this.#remove(from, to);
  }

  /** A key while Ctrl-R looks through the history. Gives whether the key was for that; others end it and count. */
  #searchKey(key: string): boolean {
    const search = this.#search;
    if (!search) return false;
    if (key === "\x12") this.#find(search.text, search.index - 1);
    else if (key === "\x7f" || key === "\x08")
      this.#find(Array.from(search.text).slice(0, -1).join(""), this.#lines.length - 1);
    else if (isText(key))
      this.#find((search.text + key).slice(0, maxSearchLength), Math.min(search.index, this.#lines.length - 1));
    else {
      this.#search = undefined;
      if (key === "\x07" || key === "\x03") this.#characters = [];
      this.#cursor = this.#characters.length;
      this.#redraw();
      return key === "\x07";
    }
    return true;
  }

  #find(text: string, from: number): void {
    const index = this.#lines.slice(0, from + 1).findLastIndex((line) => line.includes(text));
    const found = index >= 0 ? this.#lines[index] : undefined;
    if (found !== undefined) {
      this.#characters = Array.from(found);
      this.#cursor = this.#characters.length;
    }
    this.#search = { text, index: found === undefined ? Math.max(0, from + 1) : index };
    this.#drawSearch();
  }

  #drawSearch(): void {
    const prompt = this.#prompt;
    this.#prompt = `(reverse-i-search)\`${this.#search?.text ?? ""}': `;
    this.#redraw();
    this.#prompt = prompt;
  }

  #recall(index: number): void {
    if (index < 0 || index > this.#lines.length) return;
    if (this.#historyIndex === this.#lines.length) this.#draft = this.#characters;
    this.#historyIndex = index;
    this.#characters = index === this.#lines.length ? this.#draft : Array.from(this.#lines[index] ?? "");
    this.#cursor = this.#characters.length;
    this.#redraw();
  }

  #remove(from: number, to: number): void {
    const start = Math.max(0, from);
    if (this.#characters.splice(start, to - start).length === 0) return;
    this.#cursor = start;
    this.#redraw();
  }

  #moveTo(position: number): void {
    const before = this.#cursor;
    this.#cursor = Math.min(this.#characters.length, Math.max(0, position));
    if (this.#cursor !== before) this.#place();
  }

  /** Draws prompt and line anew, over as many rows as they take, and places the cursor. */
  #redraw(): void {
    const up = this.#drawnRow > 0 ? `\x1b[${this.#drawnRow}A` : "";
    this.#showAtEnd(`${up}\r\x1b[J${this.#prompt}${this.#characters.join("")}`);
    if (this.#cursor < this.#characters.length) this.#place();
  }

  #place(): void {
    const offset = columnsOf(this.#prompt + this.#characters.slice(0, this.#cursor).join(""));
    const row = Math.floor(offset / this.#columns);
    const column = offset % this.#columns;
    const rows = row - this.#drawnRow;
    const vertical = rows < 0 ? `\x1b[${-rows}A` : rows > 0 ? `\x1b[${rows}B` : "";
    this.#show(`${vertical}\r${column > 0 ? `\x1b[${column}C` : ""}`);
    this.#drawnRow = row;
  }
}
