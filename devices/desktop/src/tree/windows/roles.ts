import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { viewClass } from "../hierarchy.ts";

/** Android classes of AT-SPI roles (AtspiRole, at-spi2-core's atspi-constants.h); all others are containers. */
const classes: ReadonlyMap<number, string> = new Map([
  [7, "CheckBox"],
  [8, "CheckBox"],
  [11, "Spinner"],
  [26, "Image"],
  [27, "Image"],
  [29, "TextView"],
  [31, "ListView"],
  [40, "EditText"],
  [42, "ProgressBar"],
  [43, "Button"],
  [44, "RadioButton"],
  [45, "RadioButton"],
  [51, "SeekBar"],
  [52, "EditText"],
  [55, "ListView"],
  [62, "ToggleButton"],
  [79, "EditText"],
  [83, "TextView"],
]);
/** Class of dialogs, alerts and file choosers. */
export const dialogClass = "android.app.Dialog";
const dialogs = new Set([2, 16, 19]);
const frame = 23;
const panel = 39;
const terminal = 60;
const text = 61;
const password = 40;
const page = 95;
/** Check and radio items, menus and their items, tabs, icons, buttons, cells, rows, links, fields. */
const clickable = new Set([7, 8, 10, 11, 13, 26, 32, 33, 35, 37, 40, 43, 44, 45, 51, 52, 56, 61, 62, 79, 88, 91]);
const checkable = new Set([7, 8, 44, 45, 62]);
const scrollable = new Set([49]);
const withText = new Set([password, 52, terminal, text, 79]);

/** Returns whether nodes of this role are asked for their text besides their name. */
export const hasText = (role: number): boolean => withText.has(role);

/** Returns whether it is the role of a program's main window. */
export const isFrame = (role: number): boolean => role === frame;

/** Returns whether it is the role of a container without content of its own. */
export const isPanel = (role: number): boolean => role === panel;

/** Returns whether it is the role of a browser page. */
export const isPage = (role: number): boolean => role === page;

export function describeRole(
  role: number,
  edits: boolean,
): Pick<UiNode, "className" | "clickable" | "checkable" | "scrollable" | "password"> {
  return {
    className: edits || role === terminal ? "android.widget.EditText" : classOf(role),
    clickable: clickable.has(role) || role === terminal,
    checkable: checkable.has(role),
    scrollable: scrollable.has(role) || role === terminal,
    password: role === password,
  };
}

function classOf(role: number): string {
  if (isPage(role)) return "android.webkit.WebView";
  if (dialogs.has(role)) return dialogClass;
  const name = classes.get(role);
  return name === undefined ? viewClass : `android.widget.${name}`;
}
