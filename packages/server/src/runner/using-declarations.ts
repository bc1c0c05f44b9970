import type { BlockStatement, ForOfStatement, Node, Program, VariableDeclaration } from "acorn";
import type { ScriptEdits } from "./script-edits.ts";
import { childrenOf } from "./syntax-tree.ts";

type Using = VariableDeclaration & { kind: "using" | "await using" };

/** A `using` declaration in a place where scripts cannot have one. */
export class MisplacedUsing extends Error {
  readonly offset: number;

  constructor({ start, kind }: Using) {
    super(
      `SyntaxError: \`${kind}\` works in blocks, in loops over values, and after the imports of a script without exports`,
    );
    this.offset = start;
  }
}

/**
 * Rewrites the `using` declarations of a block or a loop, which the interpreter does not support. The block's content
 * becomes a `try` whose end disposes the values (guest/disposal.ts). Throws MisplacedUsing for other places.
 */
export function rewriteUsing(node: Node, edits: ScriptEdits): void {
  if (isProgram(node)) {
    const declarations = node.body.filter(isUsing);
    if (declarations[0] === undefined) return;
    const start = startAfterImports(node, declarations[0]);
    // The import may end without a semicolon, and the script with a comment.
    disposeAtEnd(declarations, edits, { start, before: ";", end: node.end, after: "\n" });
  } else if (isBlock(node)) {
    disposeAtEnd(node.body.filter(isUsing), edits, { start: node.start + 1, end: node.end - 1 });
  } else if (isForOf(node) && isUsing(node.left)) {
    const { kind, start, declarations } = node.left;
    const [variable] = declarations;
    edits.replace(start, start + kind.length, "const");
    const [before, after] = scopeOf([node.left]);
    const name = variable?.id.type === "Identifier" ? variable.id.name : "undefined";
    edits.wrap(node.body.start, `{${before}${useOf(node.left)}${name});`, node.body.end, `${after}}`);
  } else {
    const misplaced = childrenOf(node).find(isUsing);
    if (misplaced !== undefined) throw new MisplacedUsing(misplaced);
  }
}

function disposeAtEnd(
  declarations: readonly Using[],
  edits: ScriptEdits,
  scope: { start: number; before?: string; end: number; after?: string },
): void {
  if (declarations.length === 0) return;
  const [before, after] = scopeOf(declarations);
  edits.wrap(scope.start, (scope.before ?? "") + before, scope.end, (scope.after ?? "") + after);
  for (const declaration of declarations) {
    edits.replace(declaration.start, declaration.start + declaration.kind.length, "const");
    for (const { init } of declaration.declarations)
      if (init) edits.wrap(init.start, useOf(declaration), init.end, ")");
  }
}

/** Returns the texts around the statements of a scope. */
function scopeOf(declarations: readonly Using[]): [before: string, after: string] {
  const wait = declarations.some(({ kind }) => kind === "await using") ? "await " : "";
  return ["const __scope=__disposals();try{", `}catch(__error){__scope.fail(__error);}finally{${wait}__scope.end();}`];
}

const useOf = ({ kind }: Using): string => (kind === "using" ? "__scope.use(" : "__scope.useAsync(");

/**
 * Returns the offset from which a `try` can contain a script: after its imports. Other statements before an import run
 * outside of it, so only expressions are allowed there.
 */
function startAfterImports({ start, body }: Program, first: Using): number {
  const last = body.findLastIndex(({ type }) => type === "ImportDeclaration");
  const isMovable = body
    .slice(0, last + 1)
    .every(({ type }) => type === "ImportDeclaration" || type === "ExpressionStatement");
  if (!isMovable || body.some(({ type }) => type.startsWith("Export"))) throw new MisplacedUsing(first);
  return body[last]?.end ?? start;
}

const isProgram = (node: Node): node is Program => node.type === "Program";
const isBlock = (node: Node): node is BlockStatement => node.type === "BlockStatement";
const isForOf = (node: Node): node is ForOfStatement => node.type === "ForOfStatement";
const isUsing = (node: unknown): node is Using =>
  typeof node === "object" && node !== null && "kind" in node && (node.kind === "using" || node.kind === "await using");
