import { createRequire } from "node:module";
import type { Timer } from "@terrarium/phone-system/clock";
import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";
import type { SystemServices } from "@terrarium/phone-ui/services/app";
import type { IBuffer, Terminal } from "@xterm/headless";
import { graphemeCells } from "./grapheme-cells.ts";

const SCROLLBACK_LINES = 2000;
/** Shortest time between two redraws, in milliseconds. */
const DRAW_INTERVAL_MS = 33;

/** One shell and its screen. */
export class TerminalTab {
  readonly number: number;
  readonly #services: SystemServices;
  readonly #terminal: Terminal;
  readonly #listeners = new Set<() => void>();
  #session: TerminalSession | undefined;
  #version = 0;
  #timer: Timer | undefined;
  #lastDrawMs = 0;
  #cursorHidden = false;
  #exitCode: number | undefined;
  #typed = 0;

  constructor(number: number, services: SystemServices, size: TerminalSize) {
    this.number = number;
    this.#services = services;
    // Loaded with the first shell, because its 300 KB of script stay in memory.
    const xterm = createRequire(import.meta.url)("@xterm/headless") as typeof import("@xterm/headless");
    this.#terminal = new xterm.Terminal({
      rows: size.rows,
      cols: size.columns,
      scrollback: SCROLLBACK_LINES,
      allowProposedApi: true,
      // Program output does not write to the host's log.
      logLevel: "off",
    });
    this.#terminal.unicode.register(graphemeCells);
    this.#terminal.unicode.activeVersion = graphemeCells.version;
    this.#terminal.onWriteParsed(() => this.#changed());
    this.#terminal.onData((answer) => this.#session?.write(answer));
    this.#watchCursor();
    this.start();
  }

  /** Returns the number of changes so far, for redraws. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get buffer(): IBuffer {
    return this.#terminal.buffer.active;
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  /** Line and column of the cursor, or undefined while a program hides it or after the shell has ended. */
  get cursor(): { line: number; column: number } | undefined {
    const { baseY, cursorY, cursorX } = this.buffer;
    if (this.#cursorHidden || this.#exitCode !== undefined) return undefined;
    return { line: baseY + cursorY, column: Math.min(cursorX, this.columns - 1) };
  }

  /** True if a program requested application mode for the arrow keys. */
  get applicationKeys(): boolean {
    return this.#terminal.modes.applicationCursorKeysMode;
  }

  /** Undefined while the shell runs. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Starts the first shell, or a new one after the last has ended. */
  start(): void {
    const session = this.#services.openShell({ rows: this.#terminal.rows, columns: this.#terminal.cols });
    this.#session = session;
    this.#exitCode = undefined;
    session.onOutput((bytes) => this.#terminal.write(bytes));
    const end = (code: number): void => {
      if (this.#session !== session) return;
      this.#exitCode = code;
      this.#changed();
    };
    session.ended.then(end, (error: unknown) => {
      this.#services.log(`a shell of the terminal failed: ${String(error)}`);
      end(1);
    });
    this.#changed();
  }

  /** Number of inputs so far. New input scrolls the view to the end. */
  get typed(): number {
    return this.#typed;
  }

  write(typed: string): void {
    this.#typed++;
    if (this.#exitCode === undefined) this.#session?.write(typed);
  }

  /** Pastes a text, with line ends as ENTER, and with paste markers if the program requested them. */
  paste(text: string): void {
    const lines = text.replaceAll(/\r?\n/g, "\r");
    // The text must not contain the end marker.
    const { bracketedPasteMode } = this.#terminal.modes;
    this.write(bracketedPasteMode ? `\x1b[200~${lines.replaceAll("\x1b[201~", "")}\x1b[201~` : lines);
  }

  resize({ rows, columns }: TerminalSize): void {
    if (rows === this.#terminal.rows && columns === this.#terminal.cols) return;
    this.#terminal.resize(columns, rows);
    this.#session?.resize({ rows, columns });
    this.#changed();
  }

  /** Returns the text of these lines. Wrapped lines are joined. */
  text(from: number, to: number): string {
    let text = "";
    for (let line = from; line < to; line++) {
      const each = this.buffer.getLine(line);
      if (line > from && !each?.isWrapped) text += "\n";
      text += each?.translateToString(!this.buffer.getLine(line + 1)?.isWrapped) ?? "";
    }
    return text.trimEnd();
  }

  clearScrollback(): void {
    this.#terminal.clear();
    this.#changed();
  }

  close(): void {
    this.#timer?.cancel();
    this.#listeners.clear();
    this.#session?.close();
    this.#session = undefined;
    this.#terminal.dispose();
  }

  /** Tracks whether programs hide the cursor (DECTCEM), because xterm does not expose it. */
  #watchCursor(): void {
    for (const [final, hidden] of [
      ["h", false],
      ["l", true],
    ] as const) {
      this.#terminal.parser.registerCsiHandler({ prefix: "?", final }, (parameters) => {
        if (parameters.includes(25)) this.#cursorHidden = hidden;
        return false;
      });
    }
  }

  #changed(): void {
    this.#version++;
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#lastDrawMs + DRAW_INTERVAL_MS - this.#services.clock.elapsedMs());
    this.#timer = this.#services.clock.startTimer(waitMs, () => {
      this.#timer = undefined;
      this.#lastDrawMs = this.#services.clock.elapsedMs();
      this.#services.run(() => {
        for (const listener of this.#listeners) listener();
      });
    });
  }
}
