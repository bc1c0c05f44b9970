import { uiNode } from "@terrarium/ui-tree/create-node";
import { BROWSER_PACKAGE } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { StackedWindow } from "../../screen/stacked-windows.ts";
import { DIALOG_CLASS } from "./roles.ts";

/** Titles of a browser's file dialogs. A page's window has " - Chromium" after the page's title. */
const TITLES = new Set(["Open File", "Open Files", "Select Folder to Upload", "Save File"]);

/** Returns whether it is a browser's file dialog. It reports nothing through AT-SPI. */
export const isFileChooser = ({ title }: Pick<StackedWindow, "title">): boolean => TITLES.has(title);

/** Returns the node of a file dialog, which says how to use it. */
export function chooserNode({ title, bounds }: StackedWindow): UiNode {
  const packageName = BROWSER_PACKAGE;
  const hint = `${title}: the step upload gives it a file; escape closes it`;
  const children = [uiNode({ text: hint, className: "android.widget.TextView", packageName, bounds })];
  return uiNode({ text: title, className: DIALOG_CLASS, packageName, bounds, children });
}
