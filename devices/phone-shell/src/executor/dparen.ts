/** `(( … ))`, which the parser takes for two subshells where it begins as a command would: `(( x - 1 ))`. */
import { parseWithWords } from "./misread-words.ts";
import type { ArithmeticExpression, ScriptNode } from "./syntax.ts";

/** Put before an expression, it changes no value, and the parser sees that a number is no command. */
const marker = "0,";
const maxTries = 64;

/** Parses, and takes for arithmetic what mksh does. */
export function parseWithArithmetic(source: string): ScriptNode {
  let script = parseWithWords(source);
  let misread = source.includes("((") ? nestedSubshells(script) : 0;
  let text = source;
  let tries = 0;
  for (let at = text.indexOf("(("); misread > 0 && at >= 0 && tries < maxTries; at = text.indexOf("((", at + 1)) {
    if (text.charAt(at - 1) === "$" || !closesAtOnce(text, at)) continue;
    tries += 1;
    const marked = `${text.slice(0, at + 2)}${marker}${text.slice(at + 2)}`;
    const other = parsed(marked);
    // In quotes the marker changes nothing.
    if (!other || nestedSubshells(other) >= misread) continue;
    [script, text, misread] = [other, marked, nestedSubshells(other)];
  }
  return script;
}

/** The expression as it was written. */
export function unmarkedArithmetic({ originalText = "" }: ArithmeticExpression): string {
  return originalText.startsWith(marker) ? originalText.slice(marker.length) : originalText;
}

function parsed(source: string): ScriptNode | undefined {
  try {
    return parseWithWords(source);
  } catch {
    return undefined;
  }
}

/** Whether the two parentheses here are closed by two, without anything between. */
function closesAtOnce(text: string, start: number): boolean {
  let depth = 2;
  for (let at = start + 2; at < text.length; at++) {
    const character = text.charAt(at);
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth === 1) return text.charAt(at + 1) === ")";
  }
  return false;
}

/** How many subshells begin with a subshell, anywhere in the tree. */
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
