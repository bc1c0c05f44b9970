import { cutText } from "@terrarium/bounds/cut-text";
import type { DetectedElement } from "@terrarium/contract/box-action-fields";
import { ACTION_LIMITS } from "@terrarium/contract/limits";
import { centerOf } from "@terrarium/ui-tree/bounds";
import { fingerprints } from "@terrarium/ui-tree/fingerprint";
import { isShown, isTouchable, type ParsedNode, type UiNode, type UiTree } from "@terrarium/ui-tree/ui-node";
import { asCalled } from "./action-device.ts";

const LABEL_MAX_CHARS = 100;
const SOURCE = "uiautomator";

/** Returns the visible nodes that react to touch, in the order of the tree. */
export const touchableNodes = ({ nodes }: Pick<UiTree, "nodes">): ParsedNode[] =>
  nodes.filter((node) => isShown(node) && node.enabled && isTouchable(node)).slice(0, ACTION_LIMITS.elements);

/** Returns nodes in the API's form, numbered from 1. Coordinates are multiplied by the scale. */
export function describeElements(tree: UiTree, nodes: readonly ParsedNode[], scale: number): DetectedElement[] {
  const known = fingerprints(tree);
  return nodes.map((node, i) => {
    const { left, top, right, bottom } = node.bounds;
    const start = asCalled({ x: left, y: top }, scale);
    const end = asCalled({ x: right, y: bottom }, scale);
    const center = asCalled(centerOf(node.bounds), scale);
    return {
      id: String(i + 1),
      label: labelOf(node),
      type: typeOf(node),
      source: SOURCE,
      path: `${node.path.join("/")}@${known.get(node) ?? ""}`,
      ...start,
      width: end.x - start.x,
      height: end.y - start.y,
      centerX: center.x,
      centerY: center.y,
    };
  });
}

/** Returns an element's node in a later tree, at any position. */
export function findElement(tree: UiTree, { path }: Pick<DetectedElement, "path">): ParsedNode | undefined {
  const wanted = path.split("@").at(-1);
  for (const [node, fingerprint] of fingerprints(tree)) if (fingerprint === wanted && isShown(node)) return node;
  return undefined;
}

/** Returns a node's text, the text inside it, or its name. */
function labelOf(node: UiNode): string {
  const words = node.password ? "" : node.text || node.description;
  const within = words || textsIn(node).join(", ");
  return cutText(within || node.id.replace(/^.*\//, "") || typeOf(node), LABEL_MAX_CHARS);
}

/** Returns a node in words: "Send" (Button). */
export const inWords = (node: UiNode): string => `${JSON.stringify(labelOf(node))} (${typeOf(node)})`;

const typeOf = ({ className }: UiNode): string => className.replace(/^.*\./, "") || "View";

function textsIn({ children }: UiNode, found: string[] = []): string[] {
  for (const child of children) {
    if (found.length >= 4) break;
    const words = child.password ? "" : child.text || child.description;
    if (words) found.push(words);
    else textsIn(child, found);
  }
  return found;
}
