import { type Expression, type ImportExpression, type Node, parse } from "acorn";
import { childrenOf } from "./syntax-tree.ts";

const WATCH = "__watch(";
/** Expressions that may return a promise. Other statements rarely do. */
const WATCHED = new Set<(Expression | ImportExpression)["type"]>([
  "CallExpression",
  "ChainExpression",
  "ConditionalExpression",
  "LogicalExpression",
  "SequenceExpression",
]);

interface Insertion {
  offset: number;
  text: string;
}

interface LineInsertion {
  /** Column in the original line. */
  column: number;
  length: number;
  /** Characters inserted earlier in the line. */
  insertedBefore: number;
}

export interface WatchedScript {
  code: string;
  /** Converts positions in a text ("script.js:3:18") to those of the original script. */
  restorePlaces: (text: string) => string;
}

/**
 * Rewrites statements with a call that is not awaited, to watch the resulting promise: `main();` becomes
 * `__watch(main());`. Such scripts are common, and their failures must be reported. Line numbers stay the same. A
 * script with a syntax error stays unchanged, and the interpreter reports the error.
 */
export function watchLooseCalls(code: string): WatchedScript {
  const insertions = findInsertions(code);
  let watched = "";
  let at = 0;
  for (const { offset, text } of insertions) {
    watched += code.slice(at, offset) + text;
    at = offset;
  }
  const byLine = new Map<number, LineInsertion[]>();
  let line = 1;
  let lineStart = 0;
  for (const { offset, text } of insertions) {
    for (let next = code.indexOf("\n", lineStart); next !== -1 && next < offset; next = code.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = next + 1;
    }
    const inLine = byLine.get(line) ?? [];
    const last = inLine.at(-1);
    const insertedBefore = last ? last.insertedBefore + last.length : 0;
    inLine.push({ column: offset - lineStart + 1, length: text.length, insertedBefore });
    byLine.set(line, inLine);
  }
  const originalColumn = (inLine: number, column: number) => {
    const last = lastBefore(byLine.get(inLine) ?? [], column);
    if (!last) return column;
    const isInside = column < last.column + last.insertedBefore + last.length;
    return isInside ? last.column : column - last.insertedBefore - last.length;
  };
  return {
    code: watched + code.slice(at),
    restorePlaces: (text) =>
      text.replaceAll(
        /\bscript\.js:(\d+):(\d+)/g,
        (_, inLine: string, column: string) => `script.js:${inLine}:${originalColumn(Number(inLine), Number(column))}`,
      ),
  };
}

/**
 * Returns the last insertion at or before a column of the rewritten line, by binary search: a line can contain very
 * many.
 */
function lastBefore(inLine: readonly LineInsertion[], column: number): LineInsertion | undefined {
  let low = 0;
  let high = inLine.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { column: original = 0, insertedBefore = 0 } = inLine[middle] ?? {};
    if (original + insertedBefore <= column) low = middle + 1;
    else high = middle;
  }
  return inLine[low - 1];
}

function findInsertions(code: string): Insertion[] {
  const insertions: Insertion[] = [];
  let program: Node;
  try {
    program = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  } catch {
    return [];
  }
  // Iterative, because a script may nest deeper than the stack allows.
  const open: Node[] = [program];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isStatement(node) && WATCHED.has(node.expression.type)) {
      insertions.push({ offset: node.expression.start, text: WATCH }, { offset: node.expression.end, text: ")" });
    }
    for (const child of childrenOf(node)) open.push(child);
  }
  return insertions.toSorted((a, b) => a.offset - b.offset);
}

const isStatement = (node: Node): node is Node & { expression: Expression } => node.type === "ExpressionStatement";
