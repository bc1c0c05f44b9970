const MAX_LINES = 500;
const MAX_CHARACTERS = 256 * 1024;

/** Lines typed at a terminal, shared by its shells. It keeps the latest lines up to its limits. */
export class LineHistory {
  readonly #lines: string[] = [];
  readonly #onLine: (line: string) => void;
  #characters = 0;

  /** `earlier`: lines typed before, oldest first. `onLine` is called for each typed line that is not empty. */
  constructor(earlier: readonly string[] = [], onLine: (line: string) => void = () => undefined) {
    for (const line of earlier) this.#push(line);
    this.#onLine = onLine;
  }

  /** Lines, oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Adds a line unless it is empty or repeats the last one. */
  add(line: string): void {
    if (line.trim() === "") return;
    this.#onLine(line);
    if (line !== this.#lines.at(-1)) this.#push(line);
  }

  #push(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length;
    while (this.#lines.length > MAX_LINES || this.#characters > MAX_CHARACTERS)
      this.#characters -= this.#lines.shift()?.length ?? 0;
  }
}
