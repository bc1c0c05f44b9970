import { type Expression, type Node, parse, type Super } from "acorn";
import { childrenOf } from "./syntax-tree.ts";

/** A longer name would hide the rest of the message. */
const MAX_NAME_CHARS = 80;
/** QuickJS does not name the callee: only the place of the call, in the first frame of the stack. */
const NOT_A_FUNCTION = /^TypeError: not a function\n {4}at [^\n]*?\bscript\.js:(?<line>\d+):(?<column>\d+)/gm;

/** Names, in errors that a script ended with or printed, what is not a function. Texts have the places of the script. */
export type NameCallees = (text: string) => string;

/** Returns how to name callees in errors of a script. The script is parsed when the first such error comes. */
export function createNameCallees(code: string): NameCallees {
  let callees: ReadonlyMap<string, string> | undefined;
  return (text) =>
    text.replaceAll(NOT_A_FUNCTION, (found, line: string, column: string) => {
      callees ??= findCallees(code);
      const name = callees.get(`${line}:${column}`);
      return name === undefined ? found : found.replace("not a function", () => `${name} is not a function`);
    });
}

/** The callees of a script, by the place that QuickJS gives for their call: "line:column", both from 1. */
function findCallees(code: string): ReadonlyMap<string, string> {
  const callees = new Map<string, string>();
  let program: Node;
  try {
    program = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  } catch {
    return callees;
  }
  const found: { offset: number; name: string }[] = [];
  const note = (offset: number, callee: Expression | Super) => {
    const name = code.slice(callee.start, callee.end).replaceAll(/\s+/g, " ");
    found.push({ offset, name: name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name });
  };
  // Not by recursion: a script may nest deeper than the stack.
  const open: Node[] = [program];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isCall(node)) note(code.indexOf("(", node.callee.end), node.callee);
    // A call in a tail position has the place of its statement.
    else if (isReturn(node) && node.argument && isCall(node.argument)) note(node.start, node.argument.callee);
    for (const child of childrenOf(node)) open.push(child);
  }
  let line = 1;
  let lineStart = 0;
  for (const { offset, name } of found.toSorted((a, b) => a.offset - b.offset)) {
    for (let next = code.indexOf("\n", lineStart); next !== -1 && next < offset; next = code.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = next + 1;
    }
    callees.set(`${line}:${offset - lineStart + 1}`, name);
  }
  return callees;
}

const isCall = (node: Node): node is Node & { callee: Expression | Super } =>
  node.type === "CallExpression" || node.type === "NewExpression";
const isReturn = (node: Node): node is Node & { argument?: Expression | null } => node.type === "ReturnStatement";
