const blank = /^\s$/;

/** Returns where the word before a position starts; blanks between the two belong to it. */
export function wordStart(characters: readonly string[], position: number): number {
  let start = position;
  while (start > 0 && blank.test(characters[start - 1] ?? "")) start -= 1;
  while (start > 0 && !blank.test(characters[start - 1] ?? "")) start -= 1;
  return start;
}

/** Returns where the word after a position ends; blanks between the two belong to it. */
export function wordEnd(characters: readonly string[], position: number): number {
  let end = position;
  while (end < characters.length && blank.test(characters[end] ?? "")) end += 1;
  while (end < characters.length && !blank.test(characters[end] ?? "")) end += 1;
  return end;
}
