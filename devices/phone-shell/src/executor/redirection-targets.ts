/** `> a=b`: the parser takes the file's name for an assignment, and gives up. */
import { parse } from "just-bash";
import type { ScriptNode } from "./syntax.ts";

/** A script with more of them is an error. */
const maxTries = 64;

/** Parses, with what stands behind `<`, `>` or `<<<` taken for a word whatever it looks like. Throws as the parser does. */
export function parseWithTargets(source: string): ScriptNode {
  let text = source;
  for (let tries = 0; ; tries++) {
    try {
      return parse(text);
    } catch (error) {
      const start = startOfAssignment(error);
      if (start === undefined || tries >= maxTries) throw error;
      // A quoted letter is the same letter, and begins no assignment.
      text = `${text.slice(0, start)}\\${text.slice(start)}`;
    }
  }
}

/** Where the assignment begins that the parser found in place of a redirection's target. */
function startOfAssignment(error: unknown): number | undefined {
  if (!(error instanceof Error && "token" in error && error.message.endsWith("Expected redirection target"))) return;
  const { token } = error;
  if (typeof token !== "object" || token === null || !("type" in token && "start" in token)) return;
  return token.type === "ASSIGNMENT_WORD" && typeof token.start === "number" ? token.start : undefined;
}
