import { type ErrorCode, ERRORS } from "@terrarium/contract/errors";
import type { ServerPattern, Texts } from "./language-definition.ts";

/** Characters with a special meaning in a regular expression. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Returns a pattern that extracts the placeholders' values from an error message of the server. */
function patternOf(code: ErrorCode, translation: string): ServerPattern {
  const places = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
  const pieces = ERRORS[code].message(places).split(/\{(\w+)\}/);
  const source = pieces.map((piece, index) =>
    index % 2 === 0 ? piece.replace(SPECIAL, String.raw`\$&`) : `(?<${piece}>.*)`,
  );
  return { english: new RegExp(`^${source.join("")}$`, "s"), translation };
}

/** Checks own properties only: a user's text may equal a property of Object.prototype, such as "constructor". */
const ownText = (texts: Readonly<Record<string, string>>, text: string): string | undefined =>
  Object.hasOwn(texts, text) ? texts[text] : undefined;

/**
 * Returns the translation of a language: from an English text of the console or the server to the language's text, or
 * to undefined if it has none.
 */
export function translationOf(texts: Texts): (text: string) => string | undefined {
  const own: Readonly<Record<string, string>> = { ...texts.messages, ...texts.actions };
  let patterns: readonly ServerPattern[] | undefined;
  const wordOf = (text: string) => ownText(texts.serverWords, text);
  const patternsOf = () => [
    ...texts.serverPatterns,
    ...Object.entries(texts.errors).map(([code, translation]) => patternOf(code as ErrorCode, translation)),
  ];
  return (text) => {
    const word = ownText(own, text) ?? wordOf(text);
    if (word !== undefined) return word;
    patterns ??= patternsOf();
    for (const { english, translation } of patterns) {
      const match = english.exec(text);
      if (match === null) continue;
      return translation.replaceAll(/\{(\w+)\}/g, (_, place: string) => {
        const value = match.groups?.[place] ?? "";
        // The problem of a request's field follows the field's name.
        return wordOf(value) ?? wordOf(value.replace(/^\w+: /, "")) ?? value;
      });
    }
    return undefined;
  };
}
