const maxLines = 500;
const maxCharacters = 256 * 1024;

/** The lines typed at a terminal, which its shells have in common: the latest that fit. */
export class LineHistory {
  readonly #lines: string[] = [];
  readonly #onLine: (line: string) => void;
  #characters = 0;

  /** `earlier`: lines typed before, oldest first. `onLine` hears of each line typed, empty ones aside. */
  constructor(earlier: readonly string[] = [], onLine: (line: string) => void = () => undefined) {
    for (const line of earlier) this.#push(line);
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
    if (line !== this.#lines.at(-1)) this.#push(line);
  }

  #push(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length;
    while (this.#lines.length > maxLines || this.#characters > maxCharacters)
      this.#characters -= this.#lines.shift()?.length ?? 0;
  }
}
