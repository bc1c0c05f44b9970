const maxLines = 500;

/** The lines typed at a terminal, which its shells have in common. */
export class LineHistory {
  readonly #lines: string[];
  readonly #onLine: (line: string) => void;

  /** `earlier`: lines typed before, oldest first. `onLine` hears of each line typed, empty ones aside. */
  constructor(earlier: readonly string[] = [], onLine: (line: string) => void = () => undefined) {
    this.#lines = earlier.slice(-maxLines);
    this.#onLine = onLine;
  }

  /** Oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Remembers a line, unless it is empty or the last one again. */
  add(line: string): void {
    if (line.trim() === "") return;
    this.#onLine(line);
    if (line === this.#lines.at(-1)) return;
    this.#lines.push(line);
    if (this.#lines.length > maxLines) this.#lines.shift();
  }
}
