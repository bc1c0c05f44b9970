import { fitsSelector } from "@terrarium/contract/fits-selector";
import type { UiSelector } from "@terrarium/contract/ui-selector";
import { isShown, type UiNode, type UiTree } from "./ui-node.ts";

/** All nodes on the screen that a selector fits, from the top; its `index` is not looked at. */
export const findNodes = ({ nodes }: Pick<UiTree, "nodes">, selector: UiSelector): UiNode[] =>
  nodes.filter((node) => isShown(node) && fitsSelector(node, selector));

/** The node that a selector means, or undefined. */
export const findNode = (tree: Pick<UiTree, "nodes">, selector: UiSelector): UiNode | undefined =>
  findNodes(tree, selector)[selector.index ?? 0];
