const BLANK = /^\s$/;

/** Returns the start of the word before a position. Blanks between the two are included. */
export function wordStart(characters: readonly string[], position: number): number {
  let start = position;
  while (start > 0 && BLANK.test(characters[start - 1] ?? "")) start -= 1;
  while (start > 0 && !BLANK.test(characters[start - 1] ?? "")) start -= 1;
  return start;
}

/** Returns the end of the word after a position. Blanks between the two are included. */
export function wordEnd(characters: readonly string[], position: number): number {
  let end = position;
  while (end < characters.length && BLANK.test(characters[end] ?? "")) end += 1;
  while (end < characters.length && !BLANK.test(characters[end] ?? "")) end += 1;
  return end;
}
