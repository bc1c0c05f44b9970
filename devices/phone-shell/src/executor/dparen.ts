/** Fixes `(( … ))`. If its text looks like a command, as in `(( x - 1 ))`, the parser reads it as two subshells. */
import { parseWithWords } from "./misread-words.ts";
import type { ArithmeticExpression, ScriptNode } from "./syntax-tree.ts";

/**
 * Prefix for an expression. It does not change the value, and its number shows the parser that this is not a command.
 */
const MARKER = "0,";
const MAX_TRIES = 64;

/** Parses a script with the same arithmetic commands as mksh. */
export function parseWithArithmetic(source: string): ScriptNode {
  let script = parseWithWords(source);
  let misread = source.includes("((") ? nestedSubshells(script) : 0;
  let text = source;
  let tries = 0;
  for (let at = text.indexOf("(("); misread > 0 && at >= 0 && tries < MAX_TRIES; at = text.indexOf("((", at + 1)) {
    if (text.charAt(at - 1) === "$" || !closesAtOnce(text, at)) continue;
    tries += 1;
    const marked = `${text.slice(0, at + 2)}${MARKER}${text.slice(at + 2)}`;
    const other = parsed(marked);
    // The marker has no effect in quotes.
    if (!other || nestedSubshells(other) >= misread) continue;
    [script, text, misread] = [other, marked, nestedSubshells(other)];
  }
  return script;
}

/** Returns the expression without the marker. */
export function unmarkedArithmetic({ originalText = "" }: ArithmeticExpression): string {
  return originalText.startsWith(MARKER) ? originalText.slice(MARKER.length) : originalText;
}

function parsed(source: string): ScriptNode | undefined {
  try {
    return parseWithWords(source);
  } catch {
    return undefined;
  }
}

/** Returns whether two closing parentheses without text between them match the two opening ones here. */
function closesAtOnce(text: string, start: number): boolean {
  let depth = 2;
  for (let at = start + 2; at < text.length; at++) {
    const character = text.charAt(at);
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth === 1) return text.charAt(at + 1) === ")";
  }
  return false;
}

/** Returns the number of subshells in the tree that begin with a subshell. */
function nestedSubshells(node: unknown): number {
  if (typeof node !== "object" || node === null) return 0;
  let count = beginsWithSubshell(node) ? 1 : 0;
  for (const child of Object.values(node)) count += nestedSubshells(child);
  return count;
}

function beginsWithSubshell(node: object): boolean {
  if (!("type" in node && node.type === "Subshell" && "body" in node && Array.isArray(node.body))) return false;
  const [statement] = node.body as ScriptNode["statements"]; // a subshell's body is a list of statements
  return statement?.pipelines[0]?.commands[0]?.type === "Subshell";
}
