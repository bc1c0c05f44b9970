import { columnsOf } from "@terrarium/phone-system/text-width";
import type { ProcessTerminal } from "../process.ts";
import { BrokenPipeError, iterate, toBytes, type ByteSink, type ByteSource } from "../streams/byte-stream.ts";
import { Waiters } from "../streams/pipe.ts";
import type { LineHistory } from "./line-history.ts";

const key = {
  eof: "\x04",
  erase: "\x7f",
  backspace: "\b",
  interrupt: "\x03",
  quit: "\x1c",
  suspend: "\x1a",
  kill: "\x15",
  word: "\x17",
} as const;
const signals: Readonly<Record<string, [signal: string, shown: string]>> = {
  [key.interrupt]: ["INT", "^C"],
  [key.quit]: ["QUIT", "^\\"],
  [key.suspend]: ["TSTP", "^Z"],
};
const maxLineLength = 64 * 1024;
const maxTypeAheadBytes = 64 * 1024;

/**
 * A terminal as Linux's line discipline makes it (termios(3)): echo, line editing, line ends, signals from keys.
 * While a line editor is at work it gets the keys itself.
 */
export class Terminal implements ProcessTerminal {
  rows: number;
  columns: number;
  readonly history: LineHistory;
  readonly #show: (bytes: Uint8Array) => Promise<void>;
  readonly #onSignal: (signal: string) => void;
  readonly #resizeListeners = new Set<() => void>();
  readonly #changed = new Waiters();
  readonly #decoder = new TextDecoder();
  /** What readers may have; undefined is an end of input typed with Ctrl-D. */
  readonly #ready: (Uint8Array | undefined)[] = [];
  #line: string[] = [];
  #raw = false;
  #ended = false;
  #keys: ((bytes: Uint8Array) => void) | undefined;

  /** `onSignal` hears of INT, QUIT and TSTP typed. */
  constructor(
    size: { rows: number; columns: number },
    show: (bytes: Uint8Array) => Promise<void>,
    onSignal: (signal: string) => void,
    history: LineHistory,
  ) {
    this.history = history;
    this.rows = size.rows;
    this.columns = size.columns;
    this.#show = show;
    this.#onSignal = onSignal;
  }

  readonly source: ByteSource = {
    isTerminal: true,
    read: (maxBytes, signal) => this.#read(maxBytes, signal),
    close: () => undefined,
    [Symbol.asyncIterator]: () => iterate(this.source),
  };

  readonly sink: ByteSink = {
    isTerminal: true,
    write: (data) => this.#show(withCarriageReturns(toBytes(data))),
    close: async () => undefined,
  };

  get ended(): boolean {
    return this.#ended;
  }

  onResize(listener: () => void): () => void {
    this.#resizeListeners.add(listener);
    return () => this.#resizeListeners.delete(listener);
  }

  resize(rows: number, columns: number): void {
    this.rows = rows;
    this.columns = columns;
    for (const listener of this.#resizeListeners) listener();
  }

  setRaw(raw: boolean): void {
    this.#raw = raw;
  }

  /** Shows text without changing it; to nobody, once whoever looked is gone. */
  show(text: string): void {
    this.#show(Buffer.from(text)).catch((error: unknown) => {
      if (!(error instanceof BrokenPipeError)) throw error;
    });
  }

  /** Gives keys to a line editor, beginning with what was typed before; the answer ends that. */
  takeKeys(listener: (bytes: Uint8Array) => void): () => void {
    this.#keys = listener;
    this.#raw = false;
    const typed = Buffer.concat([
      ...this.#ready.splice(0).filter((bytes) => bytes !== undefined),
      Buffer.from(this.#line.splice(0).join("")),
    ]);
    if (typed.length > 0) queueMicrotask(() => this.type(typed));
    return () => (this.#keys = undefined);
  }

  /** Resolves when there is room for more input. */
  async typed(bytes: Uint8Array): Promise<void> {
    this.type(bytes);
    while (!this.#keys && this.#readyBytes() > maxTypeAheadBytes && !this.#ended) await this.#changed.wait();
  }

  type(bytes: Uint8Array): void {
    if (this.#keys) return this.#keys(bytes);
    if (this.#raw) {
      this.#ready.push(bytes);
      return this.#changed.wake();
    }
    const characters = Array.from(this.#decoder.decode(bytes, { stream: true }));
    for (const [index, character] of characters.entries()) {
      this.#typeCharacter(character);
      // A signal may have brought the line editor back.
      if (this.#keys) return this.type(Buffer.from(characters.slice(index + 1).join("")));
    }
  }

  /** Resolves when nothing more will be typed; rejects with the signal's reason. */
  async untilEnded(signal: AbortSignal): Promise<void> {
    while (!this.#ended) await this.#changed.wait(signal);
  }

  /** Nothing more will be typed. */
  end(): void {
    this.#ended = true;
    this.#changed.wake();
  }

  #readyBytes(): number {
    return this.#ready.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
  }

  #typeCharacter(character: string): void {
    const signal = signals[character];
    if (signal) {
      this.#line = [];
      this.#ready.length = 0;
      this.show(signal[1]);
      this.#onSignal(signal[0]);
    } else if (character === key.eof) {
      if (this.#line.length > 0) this.#commit();
      else {
        this.#ready.push(undefined);
        this.#changed.wake();
      }
    } else if (character === key.erase || character === key.backspace) this.#erase(1);
    else if (character === key.kill) this.#erase(this.#line.length);
    else if (character === key.word)
      this.#erase(this.#line.length - Array.from(this.#line.join("").replace(/\S*\s*$/, "")).length);
    else if (character === "\r" || character === "\n") {
      this.#line.push("\n");
      this.show("\r\n");
      this.#commit();
    } else if (this.#line.length < maxLineLength) {
      this.#line.push(character);
      this.show(
        character < " " && character !== "\t" ? `^${String.fromCharCode(character.charCodeAt(0) + 64)}` : character,
      );
    }
  }

  #erase(count: number): void {
    for (const character of this.#line.splice(this.#line.length - count).toReversed()) {
      this.show("\b \b".repeat(character < " " ? 2 : columnsOf(character)));
    }
  }

  #commit(): void {
    this.#ready.push(Buffer.from(this.#line.splice(0).join("")));
    this.#changed.wake();
  }

  async #read(maxBytes = Infinity, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    while (this.#ready.length === 0) {
      if (this.#ended) return undefined;
      await this.#changed.wait(signal);
    }
    const bytes = this.#ready.shift();
    if (bytes && bytes.length > maxBytes) {
      this.#ready.unshift(bytes.subarray(maxBytes));
      return bytes.subarray(0, maxBytes);
    }
    this.#changed.wake();
    return bytes;
  }
}

const lineFeed = 10;

function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(lineFeed)) return bytes;
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}
