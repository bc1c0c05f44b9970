import { cutText } from "@terrarium/bounds/cut-text";
import { BROWSER_PACKAGE } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { hiddenNode } from "../hierarchy.ts";
import type { AxNode } from "./page-frame.ts";

/** Limits of what a page says: it can be of any length. */
const LIMITS = { textChars: 4_000, options: 50, optionChars: 80, levels: 4 };

/** Android classes of controls with a value beside their name, by ARIA role. Those without one of Android's are ours. */
const VALUED: ReadonlyMap<string, string> = new Map([
  ["combobox", "android.widget.Spinner"],
  ["slider", "android.widget.SeekBar"],
  ["progressbar", "android.widget.ProgressBar"],
  ["meter", "android.widget.ProgressBar"],
  ["Date", "android.widget.DatePicker"],
  ["DateTime", "android.widget.DatePicker"],
  ["InputTime", "android.widget.TimePicker"],
  ["ColorWell", "org.chromium.browser.ColorPicker"],
]);
/** Class of `<input type=file>`, a button whose value names the files. */
const FILE_CLASS = "org.chromium.browser.FileInput";
const OPTION_CLASS = "android.widget.CheckedTextView";

type Nodes = ReadonlyMap<string, AxNode>;

/**
 * Returns the attributes of a control with a value: the value as text, the name as description, and hidden children
 * with its range or its options. Undefined for other elements. An open list has a child for each option.
 */
export function valuedControl(node: AxNode, nodes: Nodes): Partial<UiNode> | undefined {
  const role = textOf(node.role);
  const isFile = role === "button" && node.value?.value !== undefined;
  const className = isFile ? FILE_CLASS : VALUED.get(role);
  if (className === undefined) return undefined;
  const isMeter = className.endsWith("ProgressBar");
  const range = rangeOf(node);
  const value = textOf(node.value);
  return {
    className,
    text: isMeter && range ? `${value} of ${range.max}` : value,
    description: textOf(node.name) || (isMeter ? "" : role),
    clickable: !isMeter,
    children: role === "combobox" ? optionsOf(node, nodes) : isMeter ? [] : rangeNodes(node),
  };
}

/** Returns a hidden node with the range of a number field or a slider, if it has one. */
export function rangeNodes(node: AxNode): UiNode[] {
  const range = rangeOf(node);
  return range ? [hiddenNode({ text: `${range.min} to ${range.max}`, packageName: BROWSER_PACKAGE })] : [];
}

/** Returns whether an element is a field for text, such as one that a page made with `contenteditable`. */
export const isTextField = (node: AxNode): boolean =>
  isOn(node, "focusable") && ["plaintext", "richtext"].includes(String(propertyOf(node, "editable")));

export function isOn(node: AxNode, property: string): boolean {
  const value = propertyOf(node, property);
  return value === true || value === "true";
}

const propertyOf = ({ properties }: AxNode, name: string): unknown =>
  properties.find((each) => each.name === name)?.value?.value;

/** Returns a text or number of a page, trimmed and within a limit. */
export const textOf = (field: { value?: unknown } | undefined, maxChars = LIMITS.textChars): string =>
  typeof field?.value === "string"
    ? cutText(field.value, maxChars).trim()
    : typeof field?.value === "number"
      ? String(Number(field.value.toPrecision(6)))
      : "";

/** Chromium reports 0 and 0 for a control without a range. */
function rangeOf(node: AxNode): { min: number; max: number } | undefined {
  const [min, max] = [propertyOf(node, "valuemin"), propertyOf(node, "valuemax")];
  return typeof min === "number" && typeof max === "number" && max > min ? { min, max } : undefined;
}

function optionsOf(node: AxNode, nodes: Nodes): UiNode[] {
  const options = optionsIn(node, nodes, LIMITS.levels);
  const shown = options.slice(0, LIMITS.options);
  const more = options.length > shown.length ? `… ${options.length - shown.length} more` : "";
  const packageName = BROWSER_PACKAGE;
  if (!isOn(node, "expanded")) {
    const names = shown.map(({ name }) => textOf(name, LIMITS.optionChars));
    const text = [...names, more].filter(Boolean).join(" · ");
    return text === "" ? [] : [hiddenNode({ text, packageName })];
  }
  return options.map((option) =>
    hiddenNode({
      text: textOf(option.name, LIMITS.optionChars),
      className: OPTION_CLASS,
      packageName,
      selected: isOn(option, "selected"),
      enabled: !isOn(option, "disabled"),
    }),
  );
}

const optionsIn = (node: AxNode, nodes: Nodes, levels: number): AxNode[] =>
  levels === 0
    ? []
    : node.childIds.flatMap((id) => {
        const child = nodes.get(id);
        if (!child) return [];
        return textOf(child.role) === "option" ? [child] : optionsIn(child, nodes, levels - 1);
      });

/** Returns whether it is a control with an open list of options. */
export const hasOpenList = ({ className, children }: UiNode): boolean =>
  className === VALUED.get("combobox") && children.some((child) => child.className === OPTION_CLASS);

/** Returns the control with its options in the rows of the window that the browser shows below it. */
export function withRows(node: UiNode, { left, top, right, bottom }: UiNode["bounds"]): UiNode {
  const heightPx = (bottom - top) / Math.max(1, node.children.length);
  // A list that scrolls shows some of its options; which ones is unknown.
  if (heightPx < ROW_MIN_PX) return { ...node, children: node.children.slice(0, LIMITS.options) };
  const rows = node.children.map((option, row) => ({
    ...option,
    clickable: true,
    bounds: { left, top: Math.round(top + row * heightPx), right, bottom: Math.round(top + (row + 1) * heightPx) },
  }));
  return { ...node, children: rows };
}

const ROW_MIN_PX = 14;
