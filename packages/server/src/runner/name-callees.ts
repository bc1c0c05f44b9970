import { cutText } from "@terrarium/bounds/cut-text";
import { type Expression, type Node, parse, type Super } from "acorn";
import { childrenOf } from "./syntax-tree.ts";

/** Longest name. A longer one would hide the rest of the message. */
const MAX_NAME_CHARS = 80;
/** QuickJS reports only the position of the call, in the first stack frame, and not the callee. */
const NOT_A_FUNCTION = /^TypeError: not a function\n {4}at [^\n]*?\bscript\.js:(?<line>\d+):(?<column>\d+)/gm;

/** Names the callee in a script's "not a function" errors. Positions in the text are those of the script. */
export type NameCallees = (text: string) => string;

/** Returns a function that names callees in a script's errors. Parses the script at the first such error. */
export function createNameCallees(code: string): NameCallees {
  let callees: ReadonlyMap<string, string> | undefined;
  return (text) =>
    text.replaceAll(NOT_A_FUNCTION, (found, line: string, column: string) => {
      callees ??= findCallees(code);
      const name = callees.get(`${line}:${column}`);
      return name === undefined ? found : found.replace("not a function", () => `${name} is not a function`);
    });
}

/** Returns a script's callees, by QuickJS's position of their call: "line:column", both from 1. */
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
    found.push({ offset, name: name.length > MAX_NAME_CHARS ? `${cutText(name, MAX_NAME_CHARS)}…` : name });
  };
  // Iterative, because a script may nest deeper than the stack allows.
  const open: Node[] = [program];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isCall(node)) note(code.indexOf("(", node.callee.end), node.callee);
    // A call in tail position has the position of its statement.
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
