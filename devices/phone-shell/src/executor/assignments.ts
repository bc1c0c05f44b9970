import { ShellError } from "./control.ts";
import { quoteForShell } from "./parameter.ts";
import type { Shell } from "./shell.ts";
import type { AssignmentNode, WordNode } from "./syntax-tree.ts";
import type { WordExpansion } from "./word-expansion.ts";

/** Runs assignments in order. Returns their trace for `set -x`, if it is on. */
export async function assignAll(
  nodes: readonly AssignmentNode[],
  shell: Shell,
  expansion: WordExpansion,
): Promise<string[]> {
  const done: string[] = [];
  for (const node of nodes) {
    const text = await assign(node, shell, expansion);
    if (!shell.options.has("xtrace")) continue;
    done.push(`${node.name}${node.append ? "+=" : "="}${text === "" ? "" : quoteForShell(text)}`);
  }
  return done;
}

async function assign(
  { name, value, append, array }: AssignmentNode,
  shell: Shell,
  expansion: WordExpansion,
): Promise<string> {
  const [, base = name, subscript] = /^([A-Za-z_]\w*)\[([^]*)\]$/.exec(name) ?? [];
  if (array) {
    await assignArray(base, array, append, shell, expansion);
    return "(…)";
  }
  const text = value ? await expansion.text(value) : "";
  const source = subscript?.includes("$") ? await expansion.textOf(subscript) : subscript;
  const index = source === undefined ? 0 : await expansion.number(source);
  await assignText(base, text, { index, append }, shell, expansion);
  return text;
}

/** Assigns as `name=text` does. For an integer variable the text is an expression. */
export async function assignText(
  name: string,
  text: string,
  { index = 0, append = false }: { index?: number; append?: boolean },
  shell: Shell,
  expansion: WordExpansion,
): Promise<void> {
  const { variables } = shell;
  const before = append ? (variables.get(name, index) ?? "") : "";
  if (variables.find(name)?.integer) {
    variables.set(name, String(await expansion.number(before + text)), index);
  } else {
    variables.set(name, before + text, index);
  }
  if (shell.options.has("allexport")) variables.mark(name, { exported: true });
}

async function assignArray(
  name: string,
  words: readonly WordNode[],
  append: boolean,
  shell: Shell,
  expansion: WordExpansion,
): Promise<void> {
  const entries: [number | undefined, string][] = [];
  for (const word of words) {
    const entry = await subscripted(word, expansion);
    if (entry) entries.push(entry);
    else for (const field of await expansion.fields([word])) entries.push([undefined, field]);
  }
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new ShellError(`${name}: not an identifier`);
  shell.variables.setArray(name, entries, append);
}

/** Expands an array element of the form `[2]=x`. */
async function subscripted(word: WordNode, expansion: WordExpansion): Promise<[number, string] | undefined> {
  const [first, second, ...rest] = word.parts;
  if (first?.type !== "Glob" || !/^\[[^\]]+\]$/.test(first.pattern)) return undefined;
  if (second?.type !== "Literal" || !second.value.startsWith("=")) return undefined;
  const value: WordNode = { type: "Word", parts: [{ ...second, value: second.value.slice(1) }, ...rest] };
  return [await expansion.number(first.pattern.slice(1, -1)), await expansion.text(value)];
}
