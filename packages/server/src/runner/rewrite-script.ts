import { getLineInfo, type Node, parse } from "acorn";
import { watchLooseCall } from "./loose-calls.ts";
import { type RestorePlaces, ScriptEdits } from "./script-edits.ts";
import { childrenOf } from "./syntax-tree.ts";
import { MisplacedUsing, rewriteUsing } from "./using-declarations.ts";

export interface RewrittenScript {
  code: string;
  restorePlaces: RestorePlaces;
  /** Reason why the script cannot run, with its position. */
  problem?: string;
}

/**
 * Rewrites what the interpreter lacks: reports of failed calls that are not awaited, and `using` declarations. Line
 * numbers stay the same. A script with a syntax error stays unchanged, and the interpreter reports the error.
 */
export function rewriteScript(code: string): RewrittenScript {
  const edits = new ScriptEdits(code);
  let program: Node;
  try {
    program = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  } catch {
    return edits.apply();
  }
  try {
    // Iterative, because a script may nest deeper than the stack allows.
    const open: Node[] = [program];
    for (let node = open.pop(); node; node = open.pop()) {
      watchLooseCall(node, edits);
      rewriteUsing(node, edits);
      for (const child of childrenOf(node)) open.push(child);
    }
  } catch (error) {
    if (!(error instanceof MisplacedUsing)) throw error;
    const { line, column } = getLineInfo(code, error.offset);
    return { code, restorePlaces: (text) => text, problem: `${error.message}\n    at script.js:${line}:${column + 1}` };
  }
  return edits.apply();
}
