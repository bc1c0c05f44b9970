/** Words that the parser takes for something else, and then gives up: the target in `> a=b`, the pattern in `echo !(a)`. */
import { parse } from "just-bash";
import type { ScriptNode } from "./syntax.ts";

/** A script with more of them is an error. */
const maxTries = 64;

/**
 * Parses, with what stands behind `<`, `>` or `<<<` taken for a word whatever it looks like, and `!(` for the beginning of
 * a pattern where a word may stand. Throws as the parser does.
 */
export function parseWithWords(source: string): ScriptNode {
  let text = source;
  for (let tries = 0; ; tries++) {
    try {
      return parse(text);
    } catch (error) {
      const mended = mend(text, error);
      if (mended === undefined || tries >= maxTries) throw error;
      text = mended;
    }
  }
}

/** The text with what the parser gave up at written in another way; undefined if it is no such word. */
function mend(text: string, error: unknown): string | undefined {
  if (!(error instanceof Error && "token" in error)) return undefined;
  const { token } = error;
  if (typeof token !== "object" || token === null || !("type" in token && "start" in token)) return undefined;
  const { start } = token;
  if (typeof start !== "number") return undefined;
  // A quoted letter is the same letter, and begins no assignment.
  if (token.type === "ASSIGNMENT_WORD" && error.message.endsWith("Expected redirection target"))
    return `${text.slice(0, start)}\\${text.slice(start)}`;
  // Behind a quoted nothing, the mark is in the middle of a word, where it begins a group.
  if (token.type === "LPAREN" && /(?:^|[^\\])!$/.test(text.slice(0, start)))
    return `${text.slice(0, start - 1)}''${text.slice(start - 1)}`;
  return undefined;
}
