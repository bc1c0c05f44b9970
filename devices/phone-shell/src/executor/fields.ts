import { escapePattern } from "./pattern.ts";

/**
 * Characters of IFS that separate fields once per run. Any other IFS character ends a field. In mksh this set is fixed,
 * whatever IFS is.
 */
const IFS_BLANKS = " \t\n";

export const isIfsBlank = (character: string | undefined, ifs: string): boolean =>
  character !== undefined && IFS_BLANKS.includes(character) && ifs.includes(character);

/** Text of a word after expansion. `active` text may be a pattern; other text was quoted. */
export interface Piece {
  text: string;
  active: boolean;
}

/** Builds fields from the results of expansions. Splits at the characters of IFS (POSIX 2.6.5). */
export class FieldBuilder {
  readonly #fields: Piece[][] = [];
  readonly #ifs: string;
  #current: Piece[] | undefined;

  constructor(ifs: string) {
    this.#ifs = ifs;
  }

  add(text: string, active: boolean): void {
    this.#current ??= [];
    this.#current.push({ text, active });
  }

  /** Adds the result of an unquoted expansion. */
  addSplit(text: string): void {
    let i = 0;
    while (i < text.length) {
      if (this.#isIfs(text[i])) {
        const blank = this.#skipBlanks(text, i);
        const delimited = this.#isIfs(text[blank]) && blank < text.length;
        this.endField(delimited);
        i = delimited ? this.#skipBlanks(text, blank + 1) : blank;
      } else {
        let end = i + 1;
        while (end < text.length && !this.#isIfs(text[end])) end += 1;
        this.add(text.slice(i, end), true);
        i = end;
      }
    }
  }

  /** Ends the field. Drops an empty one unless `always`. */
  endField(always: boolean): void {
    if (this.#current || always) this.#fields.push(this.#current ?? []);
    this.#current = undefined;
  }

  finish(): Piece[][] {
    this.endField(false);
    return this.#fields;
  }

  #isIfs(character: string | undefined): boolean {
    return character !== undefined && this.#ifs.includes(character);
  }

  #skipBlanks(text: string, from: number): number {
    let i = from;
    while (isIfsBlank(text[i], this.#ifs)) i += 1;
    return i;
  }
}

export function fieldText(field: readonly Piece[]): string {
  let text = "";
  for (const piece of field) text += piece.text;
  return text;
}

/** Returns the field as a pattern. Quoted text stands for itself. */
export function fieldPattern(field: readonly Piece[]): string {
  let pattern = "";
  for (const piece of field) pattern += piece.active ? piece.text : escapePattern(piece.text);
  return pattern;
}
