import type { UiSelector } from "@terrarium/contract/ui-selector";
import { isShown, type UiNode, type UiTree } from "./ui-node.ts";

/** All nodes on the screen that a selector fits, from the top; its `index` is not looked at. */
export function findNodes({ nodes }: Pick<UiTree, "nodes">, selector: UiSelector): UiNode[] {
  const { text, textContains, id, description, descriptionContains, class: className, package: packageName } = selector;
  const fits: ((node: UiNode) => boolean)[] = [isShown];
  if (text !== undefined) fits.push((node) => node.text === text);
  if (textContains !== undefined) fits.push((node) => contains(node.text, textContains));
  if (id !== undefined) fits.push((node) => endsWithName(node.id, id, "/"));
  if (description !== undefined) fits.push((node) => node.description === description);
  if (descriptionContains !== undefined) fits.push((node) => contains(node.description, descriptionContains));
  if (className !== undefined) fits.push((node) => endsWithName(node.className, className, "."));
  if (packageName !== undefined) fits.push((node) => node.packageName === packageName);
  for (const state of ["clickable", "enabled", "focused", "checked", "selected", "scrollable"] as const) {
    const wanted = selector[state];
    if (wanted !== undefined) fits.push((node) => node[state] === wanted);
  }
  return nodes.filter((node) => fits.every((fit) => fit(node)));
}

/** The node that a selector means, or undefined. */
export const findNode = (tree: Pick<UiTree, "nodes">, selector: UiSelector): UiNode | undefined =>
  findNodes(tree, selector)[selector.index ?? 0];

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** `title` names `com.android.settings:id/title`, and the whole name does so too. */
const endsWithName = (whole: string, name: string, separator: string): boolean =>
  whole === name || whole.endsWith(separator + name);
