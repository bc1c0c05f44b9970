import { areaOf } from "@terrarium/ui-tree/bounds";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { saysSomething } from "@terrarium/ui-tree/write-hierarchy";
import { INPUT_METHOD_PACKAGE } from "./input-method.ts";

/** Permanent windows of the system. Android's dump omits them too. */
const STANDING = /^com\.android\.systemui:id\/(status_bar|home_handle|navigation_bar)$/;

/** Returns the window that fills the screen, as in Android's dump, and the windows above it, such as a toast. */
export function frontWindows(windows: readonly UiNode[], screenArea: number): UiNode[] {
  const meant = windows.filter(
    (window) =>
      !STANDING.test(window.id) &&
      window.packageName !== INPUT_METHOD_PACKAGE &&
      (window.children.length > 0 || saysSomething(window)),
  );
  const front = meant.findLastIndex((window) => areaOf(window.bounds) > screenArea / 2);
  return meant.slice(Math.max(0, front));
}
