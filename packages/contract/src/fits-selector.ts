import type { UiSelector } from "./ui-selector.ts";

/** States that a selector can require. Each is also a field of a node. */
export const SELECTED_STATES = ["clickable", "enabled", "focused", "checked", "selected", "scrollable"] as const;

/** Fields of a screen element that selectors compare. */
export interface SelectableNode extends Record<(typeof SELECTED_STATES)[number], boolean> {
  text: string;
  /** `package:id/name`, or empty. */
  id: string;
  description: string;
  className: string;
  packageName: string;
}

/** Returns whether a node matches all fields of a selector except `index`. */
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

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Both `title` and the complete name match `com.android.settings:id/title`. */
const endsWithName = (whole: string, name: string, separator: string): boolean =>
  whole === name || whole.endsWith(separator + name);
