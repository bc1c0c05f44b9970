import type { UiSelector } from "@terrarium/contract/ui-selector";
import { fitsSelector } from "./fits-selector.ts";
import { isShown, type ParsedNode, type UiTree } from "./ui-node.ts";

/** Returns all visible nodes that match a selector, from the top. Ignores its `index`. */
export const findNodes = ({ nodes }: Pick<UiTree, "nodes">, selector: UiSelector): ParsedNode[] =>
  nodes.filter((node) => isShown(node) && fitsSelector(node, selector));

/** Returns the selected node, or undefined. */
export const findNode = (tree: Pick<UiTree, "nodes">, selector: UiSelector): ParsedNode | undefined =>
  findNodes(tree, selector)[selector.index ?? 0];
