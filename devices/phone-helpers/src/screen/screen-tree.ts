import { frontWindows } from "@terrarium/phone-system/front-windows";
import { screenAtRest } from "@terrarium/phone-system/screen-at-rest";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { HelperPhone } from "../host/helper-definition.ts";

/** The screen's elements in front, as other tools of Android see them. */
export interface ScreenTree {
  rotation: number;
  widthPx: number;
  heightPx: number;
  roots: readonly UiNode[];
}

/** Waits until the screen is at rest, and returns its elements. */
export async function readScreen(phone: HelperPhone): Promise<ScreenTree> {
  await screenAtRest(() => phone.ui.display);
  return screenNow(phone);
}

/** Returns the elements of the current screen. */
export function screenNow({ ui }: HelperPhone): ScreenTree {
  const { rotation, windows } = ui.hierarchy();
  const { widthPx, heightPx } = ui.display;
  return { rotation, widthPx, heightPx, roots: frontWindows(windows, widthPx * heightPx) };
}

/** Returns all nodes, parents before their children. */
export function* allNodes(roots: readonly UiNode[]): Generator<UiNode> {
  for (const node of roots) {
    yield node;
    yield* allNodes(node.children);
  }
}
