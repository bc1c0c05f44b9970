import { cutText } from "@terrarium/bounds/cut-text";
import { columnsOf } from "@terrarium/phone-system/text-width";
import { KEY_ACTIONS, type Action } from "./editor-keys.ts";
import { LineHistory } from "./line-history.ts";
import { wordEnd, wordStart } from "./words.ts";

/** An event at the terminal during editing. */
export type EditorEvent =
  | { kind: "line"; text: string }
  | { kind: "interrupt" }
  | { kind: "end" }
  /** The Tab key: the line up to the cursor. `again` if it was pressed twice. */
  | { kind: "complete"; text: string; again: boolean };

const MAX_LINE_LENGTH = 64 * 1024;
const MAX_SEARCH_LENGTH = 256;
const MAX_ESCAPE_LENGTH = 64;
/** Limit of keys per call. The work for each key may be proportional to the line's length. */
const MAX_KEYS_AT_ONCE = 1024;

// oxlint-disable-next-line no-control-regex -- terminals use control characters
const TOKEN = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z]|[^[O])|\r\n?|[^]/gu;
// oxlint-disable-next-line no-control-regex -- terminals use control characters
const UNFINISHED_ESCAPE = /^\x1b(?:\[[0-9;?]*[ -/]*|O)?$/;

/** Returns whether a key stands for itself. */
function isText(key: string): boolean {
  return key >= " " && key !== "\x7f" && !key.startsWith("\x1b");
}

/**
 * Edits a line with readline's usual keys. It has no terminal itself: keys are its input, text to show and entered
 * lines are its output.
 */
export class LineEditor {
  readonly #show: (text: string) => void;
  readonly #history: LineHistory;
  #prompt = "";
  #columns: number;
  #characters: string[] = [];
  #cursor = 0;
  /** Index of the shown history line. The history's length stands for the new line in `#draft`. */
  #historyIndex = 0;
  #draft: string[] = [];
  /** Row of the cursor below the prompt's first row, as last drawn. */
  #drawnRow = 0;
  /** Position of the terminal's cursor in the line, as last drawn. */
  #drawnCursor = 0;
  /** Text typed at the end of the line and not drawn yet. */
  #appended = "";
  #appendedCharacters = 0;
  /** Whether the whole line must be redrawn. */
  #stale = false;
  #escape = "";
  #killed: string[] = [];
  #lastKey = "";
  /** Search text of Ctrl-R and the index of the found line. Undefined without a search. */
  #search: { text: string; index: number } | undefined;

  /** `history`: lines for the arrow keys and Ctrl-R. */
  constructor(columns: number, show: (text: string) => void, history: LineHistory) {
    this.#columns = columns;
    this.#show = show;
    this.#history = history;
  }

  get #lines(): readonly string[] {
    return this.#history.lines;
  }

  /** Inserts text at the cursor as if it were typed. */
  insertText(text: string): void {
    this.#insert(Array.from(text));
    this.#draw();
  }

  /** Shows text below the line, and below it the line again. */
  showBelow(text: string): void {
    this.#cursor = this.#characters.length;
    this.#draw();
    this.#show(`\r\n${text}\r\n`);
    this.#drawnRow = 0;
    this.#stale = true;
    this.#draw();
  }

  /** Shows the prompt and starts a new line. */
  start(prompt: string): void {
    this.#prompt = prompt;
    this.#characters = [];
    this.#cursor = 0;
    this.#historyIndex = this.#lines.length;
    this.#drawnRow = 0;
    this.#drawnCursor = 0;
    this.#appended = "";
    this.#appendedCharacters = 0;
    this.#stale = false;
    this.#show(prompt);
  }

  resize(columns: number): void {
    this.#columns = columns;
  }

  /**
   * Processes typed keys up to the first event, or a limited number, and then draws the line. Returns the remaining
   * keys, because only the caller knows who reads them next.
   */
  feed(keys: string): { event?: EditorEvent; rest: string } {
    const text = this.#escape + keys;
    this.#escape = "";
    TOKEN.lastIndex = 0;
    for (let taken = 0; taken < MAX_KEYS_AT_ONCE; taken++) {
      const start = TOKEN.lastIndex;
      const key = TOKEN.exec(text)?.[0];
      if (key === undefined) {
        this.#draw();
        return { rest: "" };
      }
      // Longer sequences are not considered: the key that completes a real sequence comes earlier.
      if (key === "\x1b" && text.length - start < MAX_ESCAPE_LENGTH && UNFINISHED_ESCAPE.test(text.slice(start))) {
        this.#draw();
        this.#escape = text.slice(start);
        return { rest: "" };
      }
      const end = TOKEN.lastIndex;
      const event = this.#handle(key);
      if (event) return { event, rest: text.slice(end) };
      TOKEN.lastIndex = end;
    }
    this.#draw();
    return { rest: text.slice(TOKEN.lastIndex) };
  }

  #handle(key: string): EditorEvent | undefined {
    const again = this.#lastKey === key;
    this.#lastKey = key;
    if (this.#search && this.#searchKey(key)) return undefined;
    if (key.startsWith("\r") || key === "\n") {
      this.#cursor = this.#characters.length;
      this.#draw();
      this.#show("\r\n");
      return { kind: "line", text: this.#characters.join("") };
    }
    if (key === "\x03") {
      this.#draw();
      this.#show("^C\r\n");
      return { kind: "interrupt" };
    }
    const action = Object.hasOwn(KEY_ACTIONS, key) ? KEY_ACTIONS[key] : undefined;
    if (action === "deleteOrEnd" && this.#characters.length === 0) return { kind: "end" };
    if (action === "complete") {
      this.#draw();
      return { kind: "complete", text: this.#characters.slice(0, this.#cursor).join(""), again };
    }
    if (action) this.#act(action);
    else if (isText(key)) this.#insert([key]);
    return undefined;
  }

  #insert(typed: readonly string[]): void {
    const fitting = typed.slice(0, MAX_LINE_LENGTH - this.#characters.length);
    if (fitting.length === 0) return;
    const length = this.#characters.length;
    // Text typed at the end, at the terminal's cursor, needs no redraw.
    if (this.#cursor === length && this.#drawnCursor === length - this.#appendedCharacters && !this.#stale) {
      this.#appended += fitting.join("");
      this.#appendedCharacters += fitting.length;
    } else this.#stale = true;
    this.#characters.splice(this.#cursor, 0, ...fitting);
    this.#cursor += fitting.length;
  }

  /**
   * Draws the changes since the last call. Pasted keys are drawn together, because drawing takes time proportional to
   * the line's length.
   */
  #draw(): void {
    if (this.#search) return this.#drawSearch();
    if (this.#stale) this.#redraw();
    else if (this.#appended !== "") this.#showAtEnd(this.#appended);
    this.#appended = "";
    this.#appendedCharacters = 0;
    this.#stale = false;
    if (this.#cursor !== this.#drawnCursor) this.#place();
  }

  /**
   * Shows text that ends the line. In a full row a terminal keeps the cursor there; a space moves it to the next row.
   */
  #showAtEnd(text: string): void {
    const width = columnsOf(this.#prompt + this.#characters.join(""));
    this.#show(width > 0 && width % this.#columns === 0 ? `${text} \b` : text);
    this.#drawnRow = Math.floor(width / this.#columns);
    this.#drawnCursor = this.#characters.length;
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
        return this.#kill(wordStart(this.#characters, this.#cursor), this.#cursor);
      case "yank":
        return this.#insert(this.#killed);
      case "wordLeft":
        return this.#moveTo(wordStart(this.#characters, this.#cursor));
      case "wordRight":
        return this.#moveTo(wordEnd(this.#characters, this.#cursor));
      case "search":
        this.#search = { text: "", index: this.#lines.length };
        return;
      case "older":
        return this.#recall(this.#historyIndex - 1);
      case "newer":
        return this.#recall(this.#historyIndex + 1);
      // The caller already received this event.
      case "complete":
        return;
      case "clearScreen":
        this.#show("\x1b[H\x1b[2J");
        this.#drawnRow = 0;
        this.#stale = true;
        return;
    }
  }

  #kill(from: number, to: number): void {
    this.#killed = this.#characters.slice(from, to);
    this.#remove(from, to);
  }

  /**
   * Handles a key during a Ctrl-R search. Returns whether the search used it. Other keys end the search and have their
   * usual effect.
   */
  #searchKey(key: string): boolean {
    const search = this.#search;
    if (!search) return false;
    if (key === "\x12") this.#find(search.text, search.index - 1);
    else if (key === "\x7f" || key === "\x08")
      this.#find(Array.from(search.text).slice(0, -1).join(""), this.#lines.length - 1);
    else if (isText(key))
      this.#find(cutText(search.text + key, MAX_SEARCH_LENGTH), Math.min(search.index, this.#lines.length - 1));
    else {
      this.#search = undefined;
      if (key === "\x07" || key === "\x03") this.#characters = [];
      this.#cursor = this.#characters.length;
      this.#stale = true;
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
  }

  #drawSearch(): void {
    const prompt = this.#prompt;
    this.#prompt = `(reverse-i-search)\`${this.#search?.text ?? ""}': `;
    this.#redraw();
    if (this.#cursor !== this.#drawnCursor) this.#place();
    this.#prompt = prompt;
  }

  #recall(index: number): void {
    if (index < 0 || index > this.#lines.length) return;
    if (this.#historyIndex === this.#lines.length) this.#draft = this.#characters;
    this.#historyIndex = index;
    this.#characters = index === this.#lines.length ? this.#draft : Array.from(this.#lines[index] ?? "");
    this.#cursor = this.#characters.length;
    this.#stale = true;
  }

  #remove(from: number, to: number): void {
    const start = Math.max(0, from);
    if (this.#characters.splice(start, to - start).length === 0) return;
    this.#cursor = start;
    this.#stale = true;
  }

  #moveTo(position: number): void {
    this.#cursor = Math.min(this.#characters.length, Math.max(0, position));
  }

  /** Redraws prompt and line in as many rows as needed, with the cursor at the end. */
  #redraw(): void {
    const up = this.#drawnRow > 0 ? `\x1b[${this.#drawnRow}A` : "";
    this.#showAtEnd(`${up}\r\x1b[J${this.#prompt}${this.#characters.join("")}`);
  }

  #place(): void {
    const offset = columnsOf(this.#prompt + this.#characters.slice(0, this.#cursor).join(""));
    const row = Math.floor(offset / this.#columns);
    const column = offset % this.#columns;
    const rows = row - this.#drawnRow;
    const vertical = rows < 0 ? `\x1b[${-rows}A` : rows > 0 ? `\x1b[${rows}B` : "";
    this.#show(`${vertical}\r${column > 0 ? `\x1b[${column}C` : ""}`);
    this.#drawnRow = row;
    this.#drawnCursor = this.#cursor;
  }
}
