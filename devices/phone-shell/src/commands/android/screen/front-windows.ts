import { inputMethodPackage } from "@terrarium/phone-system/input-method";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";

/** Permanent windows of the system. Android's dump omits them too. */
const standing = /^com\.android\.systemui:id\/(status_bar|home_handle|navigation_bar)$/;

/** Returns the window that fills the screen, as in Android's dump, and the windows above it, such as a toast. */
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

/** Returns whether the node or a descendant has a text or a name. */
export function saysSomething(node: HierarchyNode): boolean {
  return node.text !== "" || node.contentDesc !== "" || node.children.some(saysSomething);
}
