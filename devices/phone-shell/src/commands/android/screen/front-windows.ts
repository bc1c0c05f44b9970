import { inputMethodPackage } from "@terrarium/phone-system/input-method";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";

/** Windows that are there whatever is in front; Android's dump has none of them either. */
const standing = /^com\.android\.systemui:id\/(status_bar|home_handle|navigation_bar)$/;

/** The window that fills the screen, which is what Android dumps, and what has come up over it, such as a toast. */
export function frontWindows(windows: readonly HierarchyNode[], screenArea: number): HierarchyNode[] {
  const meant = windows.filter(
    (window) =>
      !standing.test(window.resourceId) &&
      window.packageName !== inputMethodPackage &&
      (window.children.length > 0 || saysSomething(window)),
  );
  const area = ({ bounds }: HierarchyNode) => (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
  const front = meant.findLastIndex((window) => area(window) > screenArea / 2);
  return meant.slice(Math.max(0, front));
}

/** Whether there is a text or a name in it. */
export function saysSomething(node: HierarchyNode): boolean {
  return node.text !== "" || node.contentDesc !== "" || node.children.some(saysSomething);
}
