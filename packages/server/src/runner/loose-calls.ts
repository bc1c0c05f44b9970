import { type Expression, type ImportExpression, type Node, parse } from "acorn";
import { childrenOf } from "./syntax-tree.ts";

const WATCH = "__watch(";
/** What may answer with a promise; the others that can stand as a statement hardly do. */
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
  /** In the line as it was written. */
  column: number;
  length: number;
  /** How much was inserted into the line before it. */
  insertedBefore: number;
}

export interface WatchedScript {
  code: string;
  /** Puts the places of a text ("script.js:3:18") where they are in the script as it was written. */
  restorePlaces: (text: string) => string;
}

/**
 * Rewrites statements that call something without awaiting it, so that the promise they leave behind is watched:
 * `main();` becomes `__watch(main());`. Such scripts are common, and a failure of theirs must not go unnoticed. Lines
 * stay where they are. A script with a syntax error stays as it is: the interpreter tells it.
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

/** The last insertion that begins at or before a column of the rewritten line, by halving: a line may hold very many. */
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
  // Not by recursion: a script may nest deeper than the stack.
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
