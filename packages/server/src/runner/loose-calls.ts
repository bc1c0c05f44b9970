import type { Expression, ImportExpression, Node } from "acorn";
import type { ScriptEdits } from "./script-edits.ts";

/** Expressions that may return a promise. Other statements rarely do. */
const WATCHED = new Set<(Expression | ImportExpression)["type"]>([
  "CallExpression",
  "ChainExpression",
  "ConditionalExpression",
  "LogicalExpression",
  "SequenceExpression",
]);

/**
 * Watches the resulting promise of a statement with a call that is not awaited: `main();` becomes `__watch(main());`.
 * Such scripts are common, and their failures must be reported.
 */
export function watchLooseCall(node: Node, edits: ScriptEdits): void {
  if (isStatement(node) && WATCHED.has(node.expression.type))
    edits.wrap(node.expression.start, "__watch(", node.expression.end, ")");
}

const isStatement = (node: Node): node is Node & { expression: Expression } => node.type === "ExpressionStatement";
