interface Edit {
  offset: number;
  text: string;
  /** Number of replaced characters. An edit replaces as many as it adds, or none. */
  replaced: number;
}

interface LineInsertion {
  /** Column in the original line. */
  column: number;
  length: number;
  /** Characters inserted earlier in the line. */
  insertedBefore: number;
}

/** Converts positions in a text ("script.js:3:18") to those of the original script. */
export type RestorePlaces = (text: string) => string;

/** Changes to a script's code that keep its line numbers. Nodes come outermost first. */
export class ScriptEdits {
  readonly #code: string;
  readonly #openings: Edit[] = [];
  readonly #closings: Edit[] = [];

  constructor(code: string) {
    this.#code = code;
  }

  /** Inserts text before and after a part of the code. */
  wrap(start: number, before: string, end: number, after: string): void {
    this.#openings.push({ offset: start, text: before, replaced: 0 });
    this.#closings.push({ offset: end, text: after, replaced: 0 });
  }

  /** Replaces a part of a line by text that is not longer. */
  replace(start: number, end: number, text: string): void {
    this.#openings.push({ offset: start, text: text.padEnd(end - start), replaced: end - start });
  }

  /** Returns the changed code, and a function that restores positions. */
  apply(): { code: string; restorePlaces: RestorePlaces } {
    // What ends at an offset precedes what starts there, and the innermost node ends first.
    const edits = [...this.#closings.toReversed(), ...this.#openings].toSorted((a, b) => a.offset - b.offset);
    let code = "";
    let at = 0;
    for (const { offset, text, replaced } of edits) {
      code += this.#code.slice(at, offset) + text;
      at = offset + replaced;
    }
    const insertions = edits.filter(({ replaced }) => replaced === 0);
    return { code: code + this.#code.slice(at), restorePlaces: restorerOf(this.#code, insertions) };
  }
}

function restorerOf(code: string, insertions: readonly Edit[]): RestorePlaces {
  const byLine = new Map<number, LineInsertion[]>();
  let line = 1;
  let lineStart = 0;
  for (const { offset, text } of insertions) {
    for (let next = code.indexOf("\n", lineStart); next !== -1 && next < offset; next = code.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = next + 1;
    }
    const inLine = byLine.get(line) ?? [];
    const last = inLine.at(-1);
    const insertedBefore = last ? last.insertedBefore + last.length : 0;
    inLine.push({ column: offset - lineStart + 1, length: text.length, insertedBefore });
    byLine.set(line, inLine);
  }
  const originalColumn = (inLine: number, column: number) => {
    const last = lastBefore(byLine.get(inLine) ?? [], column);
    if (!last) return column;
    const isInside = column < last.column + last.insertedBefore + last.length;
    return isInside ? last.column : column - last.insertedBefore - last.length;
  };
  return (text) =>
    text.replaceAll(
      /\bscript\.js:(\d+):(\d+)/g,
      (_, inLine: string, column: string) => `script.js:${inLine}:${originalColumn(Number(inLine), Number(column))}`,
    );
}

/**
 * Returns the last insertion at or before a column of the rewritten line, by binary search: a line can contain very
 * many.
 */
function lastBefore(inLine: readonly LineInsertion[], column: number): LineInsertion | undefined {
  let low = 0;
  let high = inLine.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { column: original = 0, insertedBefore = 0 } = inLine[middle] ?? {};
    if (original + insertedBefore <= column) low = middle + 1;
    else high = middle;
  }
  return inLine[low - 1];
}
