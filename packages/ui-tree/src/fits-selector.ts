import type { UiSelector } from "@terrarium/contract/ui-selector";
import { contains, endsWithName } from "./match-text.ts";
import type { UiNode } from "./ui-node.ts";

/** States that a selector can require. Each is also a field of a node. */
export const SELECTED_STATES = ["clickable", "enabled", "focused", "checked", "selected", "scrollable"] as const;

/** Fields of a screen element that selectors compare. */
export type SelectableNode = Pick<
  UiNode,
  "text" | "id" | "description" | "className" | "packageName" | (typeof SELECTED_STATES)[number]
>;

/**
 * Returns whether a node matches all fields of a selector except `index`. The match is exact as the API promises to
 * programs; `findByWords` is the loose search.
 */
export function fitsSelector(node: SelectableNode, selector: UiSelector): boolean {
  const { text, textContains, id, description, descriptionContains, class: className, package: packageName } = selector;
  return (
    (text === undefined || node.text === text) &&
    (textContains === undefined || contains(node.text, textContains)) &&
    (id === undefined || endsWithName(node.id, id, "/")) &&
    (description === undefined || node.description === description) &&
    (descriptionContains === undefined || contains(node.description, descriptionContains)) &&
    (className === undefined || endsWithName(node.className, className, ".")) &&
    (packageName === undefined || node.packageName === packageName) &&
    SELECTED_STATES.every((state) => selector[state] === undefined || node[state] === selector[state])
  );
}
