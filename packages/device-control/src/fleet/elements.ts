import { isShown, type UiNode } from "@terrarium/ui-tree/ui-node";

/** A screen element in mobilecli's form (its types.ScreenElement). False fields are left out. */
interface FleetElement {
  type: string;
  text: string;
  label?: string;
  identifier?: string;
  rect: { x: number; y: number; width: number; height: number };
  enabled?: false;
  focused?: true;
  checked?: true;
  selected?: true;
  children?: FleetElement[];
}

/**
 * Returns the elements with text or touch actions, each with its children. Children of other elements replace these.
 */
export function toElements(nodes: readonly UiNode[]): FleetElement[] {
  return nodes.flatMap((node) => {
    const children = toElements(node.children);
    return isTold(node) ? [{ ...toElement(node), ...(children.length > 0 && { children }) }] : children;
  });
}

const isTold = (node: UiNode): boolean =>
  isShown(node) && (node.text !== "" || node.description !== "" || node.id !== "" || node.clickable || node.checkable);

function toElement(node: UiNode): FleetElement {
  const { left, top, right, bottom } = node.bounds;
  return {
    type: node.className,
    text: node.text,
    ...(node.description !== "" && { label: node.description }),
    ...(node.id !== "" && { identifier: node.id }),
    rect: { x: left, y: top, width: right - left, height: bottom - top },
    ...(!node.enabled && { enabled: false as const }),
    ...(node.focused && { focused: true as const }),
    ...(node.checked && { checked: true as const }),
    ...(node.selected && { selected: true as const }),
  };
}
