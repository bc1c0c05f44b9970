/** Fixes words that the parser misreads and rejects: the target in `> a=b`, the pattern in `echo !(a)`. */
import { parse } from "just-bash";
import { OpenConstructs } from "./open-constructs.ts";
import type { ScriptNode } from "./syntax-tree.ts";

const ASSIGNMENT = /[A-Za-z_]\w*(?:\+?=|\[)/y;

/**
 * Parses a script. Any text after `<`, `>` or `<<<` is a word, and `!(` starts a pattern wherever a word is possible.
 * Throws as the parser does.
 */
export function parseWithWords(source: string): ScriptNode {
  try {
    return parse(source);
  } catch (error) {
    const mended = mend(source);
    if (mended === source) throw error;
    return parse(mended);
  }
}

/** Returns the script with each misread word in another notation. */
function mend(source: string): string {
  let mended = "";
  let done = 0;
  const constructs = new OpenConstructs((kind, offset) => {
    // After an empty quote the `!` is in the middle of a word, where it starts a group.
    // A quoted letter is the same letter, but does not start an assignment.
    const insertion = kind === "negatedPattern" ? "''" : isAssignment(source, offset) ? "\\" : "";
    mended += source.slice(done, offset) + insertion;
    done = offset;
  });
  for (const line of source.split("\n")) constructs.add(line);
  return mended + source.slice(done);
}

function isAssignment(source: string, offset: number): boolean {
  ASSIGNMENT.lastIndex = offset;
  return ASSIGNMENT.test(source);
}
