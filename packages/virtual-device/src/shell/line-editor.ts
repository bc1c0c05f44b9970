/** What happened at the terminal while editing. */
export type EditorEvent = { kind: "line"; text: string } | { kind: "interrupt" } | { kind: "end" };

const maxHistory = 500;
const maxLineLength = 64 * 1024;

/** Control keys and escape sequences (xterm), by what they do. */
const keys: Readonly<Record<string, Action>> = {
  "\x01": "home",
  "\x02": "left",
  "\x04": "deleteOrEnd",
  "\x05": "lineEnd",
  "\x06": "right",
  "\x08": "backspace",
  "\x0b": "killToEnd",
  "\x0c": "clearScreen",
  "\x0e": "newer",
  "\x10": "older",
  "\x15": "killToStart",
  "\x17": "killWord",
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
  | "clearScreen";

// oxlint-disable-next-line no-control-regex -- terminals speak in control characters
const token = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z]|[^[O])|\r\n?|[^]/gu;
// oxlint-disable-next-line no-control-regex -- as above
const unfinishedEscape = /^\x1b(?:\[[0-9;?]*[ -/]*|O)?$/;

/** Columns that a character takes: 2 for East Asian wide ones and emoji, 0 for combining marks. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) continue;
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}

/**
 * Line editing as at a terminal with readline's usual keys. Bytes go in, what to show and what was entered come out.
 * It holds no terminal itself.
 */
export class LineEditor {
  readonly #show: (text: string) => void;
  readonly #history: string[] = [];
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

  constructor(columns: number, show: (text: string) => void) {
    this.#columns = columns;
    this.#show = show;
  }

  /** Shows the prompt and begins a line. */
  start(prompt: string): void {
    this.#prompt = prompt;
    this.#characters = [];
    this.#cursor = 0;
    this.#historyIndex = this.#history.length;
    this.#drawnRow = 0;
    this.#show(prompt);
  }

  resize(columns: number): void {
    this.#columns = columns;
  }

  /** Remembers a line for the arrow keys. */
  remember(line: string): void {
    if (line.trim() === "" || line === this.#history.at(-1)) return;
    this.#history.push(line);
    if (this.#history.length > maxHistory) this.#history.shift();
  }

  /**
   * Takes typed bytes. Stops at the first event, which it reports with the bytes that come after it: the caller knows
   * who reads them.
   */
  feed(bytes: Buffer, onEvent: (event: EditorEvent, rest: Buffer) => void): void {
    const text = this.#escape + this.#decoder.decode(bytes, { stream: true });
    this.#escape = "";
    const matches = text.match(token) ?? [];
    for (const [index, key] of matches.entries()) {
      const rest = matches.slice(index).join("");
      if (key === "\x1b" && unfinishedEscape.test(rest)) {
        this.#escape = rest;
        return;
      }
      const event = this.#handle(key);
      if (event) return onEvent(event, Buffer.from(matches.slice(index + 1).join("")));
    }
  }

  #handle(key: string): EditorEvent | undefined {
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
    if (action) this.#act(action);
    else if (key >= " " && !key.startsWith("\x1b")) this.#insert(key);
    return undefined;
  }

  #insert(key: string): void {
    if (this.#characters.length >= maxLineLength) return;
    this.#characters.splice(this.#cursor, 0, key);
    this.#cursor += 1;
    if (this.#cursor < this.#characters.length) return this.#redraw();
    // Typing at the end needs no redrawing.
    this.#showAtEnd(key);
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
        return this.#remove(this.#cursor, end);
      case "killToStart":
        return this.#remove(0, this.#cursor);
      case "killWord":
        return this.#remove(this.#wordStart(), this.#cursor);
      case "older":
        return this.#recall(this.#historyIndex - 1);
      case "newer":
        return this.#recall(this.#historyIndex + 1);
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

  #recall(index: number): void {
    if (index < 0 || index > this.#history.length) return;
    if (this.#historyIndex === this.#history.length) this.#draft = this.#characters;
    this.#historyIndex = index;
    this.#characters = index === this.#history.length ? this.#draft : Array.from(this.#history[index] ?? "");
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
