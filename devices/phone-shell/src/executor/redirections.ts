import { FileError } from "@terrarium/device-files/file-error";
import { sourceOf } from "../streams/byte-stream.ts";
import { Descriptor, type DescriptorTable } from "../streams/descriptor.ts";
import { ShellError } from "./control.ts";
import type { Shell } from "./shell.ts";
import type { RedirectionNode, WordNode } from "./syntax-tree.ts";
import type { WordExpansion } from "./word-expansion.ts";

const FIRST_FREE_NUMBER = 10;

/** Descriptors before a redirection, by number. */
export type Undo = [number: number, before: Descriptor | undefined][];

/** Applies redirections to a table. Returns the replaced descriptors for `takeBack`. Throws ShellError if one fails. */
export async function redirect(
  nodes: readonly RedirectionNode[],
  fds: DescriptorTable,
  shell: Shell,
  expansion: WordExpansion,
): Promise<Undo> {
  const undo: Undo = [];
  try {
    for (const node of nodes) {
      for (const [number, descriptor] of await openTarget(node, fds, shell, expansion)) {
        undo.push([number, fds.replace(number, descriptor)]);
      }
    }
  } catch (error) {
    await takeBack(undo, fds);
    throw error;
  }
  return undo;
}

export async function takeBack(undo: Undo, fds: DescriptorTable): Promise<void> {
  for (const [number, before] of undo.toReversed()) await fds.replace(number, before)?.release();
}

/** Makes redirections permanent, as `exec` does. */
export async function keep(undo: Undo): Promise<void> {
  for (const [, before] of undo) await before?.release();
}

async function openTarget(
  node: RedirectionNode,
  fds: DescriptorTable,
  shell: Shell,
  expansion: WordExpansion,
): Promise<[number, Descriptor | undefined][]> {
  const { operator, target } = node;
  const number = node.fdVariable === undefined ? (node.fd ?? (operator.startsWith("<") ? 0 : 1)) : freeNumber(fds);
  if (node.fdVariable !== undefined) shell.variables.set(node.fdVariable, String(number));
  if (target.type === "HereDoc") {
    const text = await expansion.text(target.stripTabs ? withoutTabs(target.content) : target.content, false);
    return [[number, new Descriptor({ source: sourceOf(text), name: "pipe:[heredoc]" })]];
  }
  if (operator === "<<<") {
    return [
      [number, new Descriptor({ source: sourceOf(`${await expansion.text(target)}\n`), name: "pipe:[herestring]" })],
    ];
  }
  const path = await expansion.text(target);
  if (operator === ">&" || operator === "<&") return [[number, duplicate(`${node.fd ?? ""}${operator}`, path, fds)]];
  const descriptor = await open(operator, path, shell);
  return operator.startsWith("&")
    ? [
        [1, descriptor],
        [2, descriptor.hold()],
      ]
    : [[number, descriptor]];
}

/** Removes the tabs at the start of lines, for `<<-`. */
function withoutTabs(content: WordNode): WordNode {
  const parts = content.parts.map((part, index) => {
    if (part.type !== "Literal") return part;
    const value = part.value.replace(/\n\t+/g, "\n");
    return { ...part, value: index === 0 ? value.replace(/^\t+/, "") : value };
  });
  return { ...content, parts };
}

function duplicate(operator: string, source: string, fds: DescriptorTable): Descriptor | undefined {
  if (source === "-") return undefined;
  if (!/^\d+$/.test(source)) throw new ShellError(`${operator}${source} : illegal file descriptor name`);
  const descriptor = fds.get(Number(source));
  if (!descriptor) throw new ShellError(`${operator}${source} : bad file descriptor`);
  return descriptor.hold();
}

async function open(operator: string, path: string, shell: Shell): Promise<Descriptor> {
  const reading = operator === "<";
  try {
    const { files } = shell;
    if (reading) return new Descriptor({ source: await files.open(path), name: files.resolve(path) });
    if (operator === "<>") {
      if (!(await files.exists(path))) await files.write(path, "");
      return new Descriptor({ source: await files.open(path), sink: await files.create(path, "append"), name: path });
    }
    if (
      operator === ">" &&
      shell.options.has("noclobber") &&
      (await files.status(path).then(
        (s) => (s.mode & 0o170000) === 0o100000,
        () => false,
      ))
    ) {
      throw new FileError("EEXIST", path);
    }
    const how = operator.endsWith(">>") ? "append" : "replace";
    return new Descriptor({ sink: await files.create(path, how), name: files.resolve(path) });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ShellError(`can't ${reading ? "open" : "create"} ${path}: ${error.text}`);
  }
}

function freeNumber(fds: DescriptorTable): number {
  let number = FIRST_FREE_NUMBER;
  while (fds.get(number)) number += 1;
  return number;
}
