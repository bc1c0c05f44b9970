/** Fixes words that the parser misreads and rejects: the target in `> a=b`, the pattern in `echo !(a)`. */
import { parse } from "just-bash";
import type { ScriptNode } from "./syntax-tree.ts";

/** Limit of misread words. A script with more of them is an error. */
const MAX_TRIES = 64;

/**
 * Parses a script. Any text after `<`, `>` or `<<<` is a word, and `!(` starts a pattern wherever a word is possible.
 * Throws as the parser does.
 */
export function parseWithWords(source: string): ScriptNode {
  let text = source;
  for (let tries = 0; ; tries++) {
    try {
      return parse(text);
    } catch (error) {
      const mended = mend(text, error);
      if (mended === undefined || tries >= MAX_TRIES) throw error;
      text = mended;
    }
  }
}

/** Returns the text with the rejected word in another notation. Returns undefined if it is not such a word. */
function mend(text: string, error: unknown): string | undefined {
  if (!(error instanceof Error && "token" in error)) return undefined;
  const { token } = error;
  if (typeof token !== "object" || token === null || !("type" in token && "start" in token)) return undefined;
  const { start } = token;
  if (typeof start !== "number") return undefined;
  // A quoted letter is the same letter, but does not start an assignment.
  if (token.type === "ASSIGNMENT_WORD" && error.message.endsWith("Expected redirection target"))
    return `${text.slice(0, start)}\\${text.slice(start)}`;
  // After an empty quote the `!` is in the middle of a word, where it starts a group.
  if (token.type === "LPAREN" && /(?:^|[^\\])!$/.test(text.slice(0, start)))
    return `${text.slice(0, start - 1)}''${text.slice(start - 1)}`;
  return undefined;
}
