import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from "@terrarium/contract/limits";
import { AppError } from "./app-error.ts";

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Array.from(
  '"\\,[]{}',
  (character) => character.charCodeAt(0),
);

/** Returns the end of the string that begins after `from`: a quote after an even number of backslashes. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (first > from && json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return json.length;
}

/**
 * Counts the fields and items of a JSON text, and their depth, before it is parsed: parsing and validating very many
 * would block the server. Throws AppError invalid_request.
 */
export function requireBoundedJson(text: string, maxValues = MAX_JSON_VALUES): void {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (code === COMMA) values += 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > MAX_JSON_DEPTH) throw refused(`nests deeper than ${MAX_JSON_DEPTH} levels`);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    if (values > maxValues) throw refused(`holds more than ${maxValues} fields and items`);
  }
}

/** Parses a JSON text. Throws as `requireBoundedJson` does, and SyntaxError if it is not JSON. */
export function parseBoundedJson(text: string, maxValues?: number): unknown {
  requireBoundedJson(text, maxValues);
  return JSON.parse(text);
}

const refused = (what: string) => new AppError("invalid_request", { detail: `the JSON ${what}` });
