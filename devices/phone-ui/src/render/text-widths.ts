/** What is kept at most, of all fonts together; then everything is measured anew. */
const textsMax = 20_000;
const charactersMax = 400_000;
/** Longer texts are measured once, for a line's end, and seldom again. */
const longestKept = 200;

/** The widths of texts that were measured before, in pixels, by font. */
export class TextWidths {
  readonly #widths = new Map<string, Map<string, number>>();
  #texts = 0;
  #characters = 0;

  /** The width in this font; `measure` tells it where it is not known. */
  width(font: string, text: string, measure: () => number): number {
    const known = this.#widths.get(font)?.get(text);
    if (known !== undefined) return known;
    const width = measure();
    if (text.length <= longestKept) this.#keep(font, text, width);
    return width;
  }

  /** What is kept now. */
  get size(): { texts: number; characters: number } {
    return { texts: this.#texts, characters: this.#characters };
  }

  #keep(font: string, text: string, width: number): void {
    if (this.#texts >= textsMax || this.#characters + text.length > charactersMax) {
      this.#widths.clear();
      this.#texts = this.#characters = 0;
    }
    const widths = this.#widths.get(font) ?? new Map<string, number>();
    this.#widths.set(font, widths.set(text, width));
    this.#texts++;
    this.#characters += text.length;
  }
}
