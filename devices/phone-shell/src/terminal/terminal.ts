import { columnsOf } from "@terrarium/phone-system/text-width";
import type { ProcessTerminal } from "../process.ts";
import { BrokenPipeError, iterate, toBytes, type ByteSink, type ByteSource } from "../streams/byte-stream.ts";
import { Waiters } from "../streams/pipe.ts";
import type { LineHistory } from "./line-history.ts";
import { wordStart } from "./words.ts";

const KEY = {
  eof: "\x04",
  erase: "\x7f",
  backspace: "\b",
  interrupt: "\x03",
  quit: "\x1c",
  suspend: "\x1a",
  kill: "\x15",
  word: "\x17",
} as const;
const SIGNALS: Readonly<Record<string, [signal: string, shown: string]>> = {
  [KEY.interrupt]: ["INT", "^C"],
  [KEY.quit]: ["QUIT", "^\\"],
  [KEY.suspend]: ["TSTP", "^Z"],
};
const LINE_END = /[\r\n\x04]/; // oxlint-disable-line no-control-regex -- Ctrl-D ends a line
const MAX_LINE_LENGTH = 64 * 1024;
const MAX_TYPE_AHEAD_BYTES = 64 * 1024;

/**
 * A terminal with Linux's line discipline (termios(3)): echo, line editing, line ends, and signals from keys. An active
 * line editor receives the keys directly.
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
  /** Input that is ready for readers. Undefined stands for an end of input, typed with Ctrl-D. */
  readonly #ready: (Uint8Array | undefined)[] = [];
  #readyBytes = 0;
  /** Keys that were typed for a line editor and are not used yet. */
  #ahead = "";
  /** Whether the keys typed ahead may contain signal keys that no editor has used. */
  #mayHaveSignals = false;
  #line: string[] = [];
  #raw = false;
  #editing = false;
  #ended = false;
  /** Echo of the current keys. */
  #echo = "";
  #shown: Promise<void> = Promise.resolve();

  /** `onSignal` is called for the typed signals INT, QUIT and TSTP. */
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

  /** Shows text unchanged. Discards it if the client has disconnected. */
  show(text: string): void {
    this.#shown = this.#show(Buffer.from(text)).catch((error: unknown) => {
      if (!(error instanceof BrokenPipeError)) throw error;
    });
  }

  /** Resolves when there is room for more output. */
  async drained(): Promise<void> {
    await this.#shown;
  }

  /** Passes the keys to a line editor, starting with those typed before. They are not echoed meanwhile. */
  startEditing(): void {
    this.#editing = true;
    this.#raw = false;
    const typed = Buffer.concat([
      ...this.#ready.splice(0).filter((bytes) => bytes !== undefined),
      Buffer.from(this.#line.splice(0).join("")),
    ]);
    this.#readyBytes = 0;
    this.#ahead = typed.toString() + this.#ahead;
  }

  /** Waits for keys for the editor and returns them. Returns undefined at the end of input. */
  async nextKeys(signal: AbortSignal): Promise<string | undefined> {
    while (this.#ahead === "") {
      if (this.#ended) return undefined;
      await this.#changed.wait(signal);
    }
    const keys = this.#ahead;
    this.#ahead = "";
    this.#changed.wake();
    return keys;
  }

  /** Takes back unused keys of the editor. They are read before all others. */
  returnKeys(keys: string): void {
    this.#ahead = keys + this.#ahead;
  }

  /** Discards all unread input. */
  discardInput(): void {
    this.#ahead = "";
    this.#line = [];
    this.#ready.length = 0;
    this.#readyBytes = 0;
    this.#changed.wake();
  }

  /** Returns the keys to the line discipline. It echoes the keys typed ahead when they are read. */
  stopEditing(): void {
    this.#editing = false;
    // A command that ends at once must end before a signal key typed after it takes effect.
    setImmediate(() => this.#passSignals());
  }

  /** Resolves when there is room for more input. */
  async typed(bytes: Uint8Array): Promise<void> {
    this.type(bytes);
    await this.drained();
    while (this.#ahead.length + this.#readyBytes > MAX_TYPE_AHEAD_BYTES && !this.#ended) await this.#changed.wait();
  }

  type(bytes: Uint8Array): void {
    const isNext = this.#ahead === "";
    if (this.#raw && isNext) return this.#makeReady(bytes);
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#ahead += text;
    this.#mayHaveSignals ||= Object.keys(SIGNALS).some((signalKey) => text.includes(signalKey));
    if (isNext && !this.#editing) this.#passAhead(this.#ahead.length);
    this.#passSignals();
    this.#changed.wake();
  }

  /** Applies signal keys at once, regardless of the reader. They discard the input typed before them. */
  #passSignals(): void {
    if (this.#editing || this.#raw || !this.#mayHaveSignals) return;
    this.#mayHaveSignals = false;
    this.#passAhead(1 + Math.max(...Object.keys(SIGNALS).map((signalKey) => this.#ahead.lastIndexOf(signalKey))));
  }

  /**
   * Passes `length` characters of the keys typed ahead through the line discipline. Stops early if an editor takes the
   * keys.
   */
  #passAhead(length: number): void {
    const keys = this.#ahead.slice(0, length);
    this.#ahead = this.#ahead.slice(length);
    let passed = 0;
    for (const character of keys) {
      if (this.#editing) break;
      passed += character.length;
      this.#typeCharacter(character);
    }
    this.#ahead = keys.slice(passed) + this.#ahead;
    if (this.#echo !== "") this.show(this.#echo);
    this.#echo = "";
  }

  /**
   * Makes the next line typed ahead ready for readers, or everything in raw mode. Returns whether anything was typed
   * ahead.
   */
  #readAhead(): boolean {
    if (this.#ahead === "" || this.#editing) return false;
    if (this.#raw) {
      this.#makeReady(Buffer.from(this.#ahead));
      this.#ahead = "";
    } else this.#passAhead(this.#ahead.search(LINE_END) + 1 || this.#ahead.length);
    return true;
  }

  /** Ends the input. */
  end(): void {
    this.#ended = true;
    this.#changed.wake();
  }

  #makeReady(bytes: Uint8Array | undefined): void {
    this.#ready.push(bytes);
    this.#readyBytes += bytes?.length ?? 0;
    this.#changed.wake();
  }

  #typeCharacter(character: string): void {
    const signal = SIGNALS[character];
    if (signal) {
      this.#line = [];
      this.#ready.length = this.#readyBytes = 0;
      this.#echo += signal[1];
      this.#onSignal(signal[0]);
    } else if (character === KEY.eof) {
      if (this.#line.length > 0) this.#commit();
      else this.#makeReady(undefined);
    } else if (character === KEY.erase || character === KEY.backspace) this.#erase(1);
    else if (character === KEY.kill) this.#erase(this.#line.length);
    else if (character === KEY.word) this.#erase(this.#line.length - wordStart(this.#line, this.#line.length));
    else if (character === "\r" || character === "\n") {
      this.#line.push("\n");
      this.#echo += "\r\n";
      this.#commit();
    } else if (this.#line.length < MAX_LINE_LENGTH) {
      this.#line.push(character);
      this.#echo +=
        character < " " && character !== "\t" ? `^${String.fromCharCode(character.charCodeAt(0) + 64)}` : character;
    }
  }

  #erase(count: number): void {
    for (const character of this.#line.splice(this.#line.length - count).toReversed()) {
      this.#echo += "\b \b".repeat(character < " " ? 2 : columnsOf(character));
    }
  }

  #commit(): void {
    this.#makeReady(Buffer.from(this.#line.splice(0).join("")));
  }

  async #read(maxBytes = Infinity, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    while (this.#ready.length === 0) {
      if (this.#readAhead()) continue;
      if (this.#ended) return undefined;
      await this.#changed.wait(signal);
    }
    const bytes = this.#ready.shift();
    if (bytes && bytes.length > maxBytes) {
      this.#ready.unshift(bytes.subarray(maxBytes));
      this.#readyBytes -= maxBytes;
      return bytes.subarray(0, maxBytes);
    }
    this.#readyBytes -= bytes?.length ?? 0;
    this.#changed.wake();
    return bytes;
  }
}

const LINE_FEED = 10;

function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(LINE_FEED)) return bytes;
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}
