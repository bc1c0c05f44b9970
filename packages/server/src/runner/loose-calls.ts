import { type Expression, type ImportExpression, type Node, parse } from "acorn";

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
  const byLine = new Map<number, Array<{ column: number; length: number }>>();
  let line = 1;
  let lineStart = 0;
  for (const { offset, text } of insertions) {
    for (let next = code.indexOf("\n", lineStart); next !== -1 && next < offset; next = code.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = next + 1;
    }
    const inLine = byLine.get(line) ?? [];
    byLine.set(line, [...inLine, { column: offset - lineStart + 1, length: text.length }]);
  }
  const originalColumn = (inLine: number, column: number) => {
    let inserted = 0;
    for (const insertion of byLine.get(inLine) ?? []) {
      const start = insertion.column + inserted;
      if (column < start) break;
      if (column < start + insertion.length) return insertion.column;
      inserted += insertion.length;
    }
    return column - inserted;
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
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) open.push(child);
    }
  }
  return insertions.toSorted((a, b) => a.offset - b.offset);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;
const isStatement = (node: Node): node is Node & { expression: Expression } => node.type === "ExpressionStatement";
