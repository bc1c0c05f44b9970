/** Limits of the cache for all fonts together; a full cache is cleared. */
const TEXTS_MAX = 20_000;
const CHARACTERS_MAX = 400_000;
/** Longest cached text. Longer texts are measured once for the end of a line, and rarely again. */
const LONGEST_KEPT = 200;

/** A cache of text widths in pixels, by font. */
export class TextWidths {
  readonly #widths = new Map<string, Map<string, number>>();
  #texts = 0;
  #characters = 0;

  /** Returns the width in this font; calls `measure` if it is not cached. */
  width(font: string, text: string, measure: () => number): number {
    const known = this.#widths.get(font)?.get(text);
    if (known !== undefined) return known;
    const width = measure();
    if (text.length <= LONGEST_KEPT) this.#keep(font, text, width);
    return width;
  }

  /** Current size of the cache. */
  get size(): { texts: number; characters: number } {
    return { texts: this.#texts, characters: this.#characters };
  }

  #keep(font: string, text: string, width: number): void {
    if (this.#texts >= TEXTS_MAX || this.#characters + text.length > CHARACTERS_MAX) {
      this.#widths.clear();
      this.#texts = this.#characters = 0;
    }
    const widths = this.#widths.get(font) ?? new Map<string, number>();
    this.#widths.set(font, widths.set(text, width));
    this.#texts++;
    this.#characters += text.length;
  }
}
