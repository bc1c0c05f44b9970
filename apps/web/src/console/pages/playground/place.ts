/** A position in a script, from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A position as the server reports it. */
const PLACE = /\bscript\.js:(\d+):(\d+)/;

const placeOf = (line = "1", column = "1"): Place => ({ line: Number(line), column: Number(column) });

/** Returns the first position in a text: that of an error's cause. */
export function firstPlace(text: string): Place | undefined {
  const [found, line, column] = PLACE.exec(text) ?? [];
  return found === undefined ? undefined : placeOf(line, column);
}

/** Splits a text at its positions. */
export function splitByPlace(text: string): { text: string; place?: Place }[] {
  const parts = text.split(new RegExp(PLACE, "g"));
  const split: { text: string; place?: Place }[] = [];
  // Between two texts are the line and the column.
  for (let at = 0; at < parts.length; at += 3) {
    const [between = "", line, column] = parts.slice(at, at + 3);
    if (between !== "") split.push({ text: between });
    if (line !== undefined) split.push({ text: `script.js:${line}:${column}`, place: placeOf(line, column) });
  }
  return split;
}
