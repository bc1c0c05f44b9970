import { VIEW_CLASS } from "@terrarium/ui-tree/create-node";
import type { UiNode } from "@terrarium/ui-tree/ui-node";

/** Android classes of AT-SPI roles (AtspiRole, at-spi2-core's atspi-constants.h); all others are containers. */
const CLASSES: ReadonlyMap<number, string> = new Map([
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
export const DIALOG_CLASS = "android.app.Dialog";
const DIALOGS = new Set([2, 16, 19]);
const FRAME = 23;
/** The part of a file manager that lists a folder. */
const DIRECTORY_PANE = 17;
const PANEL = 39;
const TABLES = new Set([55, 66]);
const TERMINAL = 60;
const TEXT = 61;
const PASSWORD = 40;
const PAGE = 95;
/** Check and radio items, menus and their items, tabs, icons, buttons, cells, rows, links, fields. */
const CLICKABLE = new Set([7, 8, 10, 11, 13, 26, 32, 33, 35, 37, 40, 43, 44, 45, 51, 52, 56, 61, 62, 79, 88, 91]);
const CHECKABLE = new Set([7, 8, 44, 45, 62]);
const SCROLLABLE = new Set([49]);
const WITH_TEXT = new Set([PASSWORD, 52, TERMINAL, TEXT, 79]);

/** Returns whether nodes of this role are asked for their text besides their name. */
export const hasText = (role: number): boolean => WITH_TEXT.has(role);

/** Returns whether it is the role of a program's main window. */
export const isFrame = (role: number): boolean => role === FRAME;

/** Returns whether it is the role of a container without content of its own. */
export const isPanel = (role: number): boolean => role === PANEL;

/** Returns whether nodes of this role have a name or description that only repeats what is in them. */
export const isUnnamed = (role: number): boolean => role === DIRECTORY_PANE;

/** Returns whether it is the role of a table or a tree of rows. */
export const isTable = (role: number): boolean => TABLES.has(role);

/** Returns whether it is the role of a browser page. */
export const isPage = (role: number): boolean => role === PAGE;

export function describeRole(
  role: number,
  edits: boolean,
): Pick<UiNode, "className" | "clickable" | "checkable" | "scrollable" | "password"> {
  return {
    className: edits || role === TERMINAL ? "android.widget.EditText" : classOf(role),
    clickable: CLICKABLE.has(role) || role === TERMINAL,
    checkable: CHECKABLE.has(role),
    scrollable: SCROLLABLE.has(role) || role === TERMINAL,
    password: role === PASSWORD,
  };
}

function classOf(role: number): string {
  if (isPage(role)) return "android.webkit.WebView";
  if (DIALOGS.has(role)) return DIALOG_CLASS;
  const name = CLASSES.get(role);
  return name === undefined ? VIEW_CLASS : `android.widget.${name}`;
}
