import type { Bounds, Point, ScreenNode } from "../devices.ts";
import { numbered } from "./numbers.ts";

/** Something on the screen that can be touched, or that stands there to be read. */
export interface Element {
  /** By which it can be named; undefined: it is only there to be read. */
  number: number | undefined;
  /** What kind of control it is, where that is not plain from its words: "field", "switch". */
  role: string;
  /** What it is called; may be empty. */
  label: string;
  /** What else stands in it. */
  details: readonly string[];
  /** What is written in a field, or how a switch stands; undefined: it has no such thing. */
  value: string | undefined;
  /** "selected", "disabled" and the like. */
  states: readonly string[];
  node: ScreenNode;
  /** Says what it is, wherever it is and however it stands; several may be alike. */
  kind: string;
}

export interface Screen {
  /** The package of the app in front. */
  app: string;
  widthPx: number;
  heightPx: number;
  /** From the top of the tree to its end. */
  elements: readonly Element[];
  /** What the tree holds beyond the edges of the screen. */
  offScreen: readonly string[];
  scrollables: readonly ScreenNode[];
  nodes: readonly ScreenNode[];
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ["EditText", "field"],
  ["AutoCompleteTextView", "field"],
  ["Switch", "switch"],
  ["SwitchCompat", "switch"],
  ["ToggleButton", "switch"],
  ["CheckBox", "checkbox"],
  ["RadioButton", "radio"],
  ["SeekBar", "slider"],
  ["Spinner", "dropdown"],
]);

/** Reads what agents need out of the tree of a screen. */
export function readScreen(roots: readonly ScreenNode[]): Screen {
  const nodes = roots.flatMap((root) => withDescendants(root));
  const widthPx = Math.max(0, ...roots.map(({ bounds }) => bounds.right));
  const heightPx = Math.max(0, ...roots.map(({ bounds }) => bounds.bottom));
  const isOn = ({ bounds: { left, top, right, bottom } }: ScreenNode) =>
    right > Math.max(left, 0) && bottom > Math.max(top, 0) && left < widthPx && top < heightPx;
  const found = roots.flatMap((root) => elementsIn(root)).filter((each, i, all) => !names(each, all[i + 1]));
  const elements = numbered(
    found.filter(({ node }) => isOn(node)),
    heightPx,
  );
  return {
    app: roots.at(-1)?.packageName ?? "",
    widthPx,
    heightPx,
    elements,
    offScreen: found.filter(({ node }) => !isOn(node)).flatMap(({ label }) => (label === "" ? [] : [label])),
    scrollables: nodes.filter((node) => node.scrollable && isOn(node)),
    nodes: nodes.filter(isOn),
  };
}

export const middleOf = ({ left, top, right, bottom }: Bounds): Point => ({
  x: Math.floor((left + right) / 2),
  y: Math.floor((top + bottom) / 2),
});

export const isField = ({ className }: ScreenNode): boolean => ROLES.get(shortClass(className)) === "field";

/** Whether it is there to be touched. */
export const isTouchable = (node: ScreenNode): boolean =>
  node.clickable || node.longClickable || node.checkable || isField(node);

function withDescendants(node: ScreenNode, found: ScreenNode[] = []): ScreenNode[] {
  found.push(node);
  for (const child of node.children) withDescendants(child, found);
  return found;
}

/** Where a node is. */
interface Around {
  /** Of the control that it is in, which speaks for what is in it: takes its words. */
  control?: string[];
  /** What is said by the texts that it is in, within that control. */
  said: Set<string>;
}

/** What can be touched speaks for what is in it; what can be touched in there stands by itself. */
function elementsIn(node: ScreenNode, around: Around = { said: new Set() }, found: Element[] = []): Element[] {
  const readChildren = (within: Around) => {
    for (const child of node.children) elementsIn(child, within, found);
  };
  if (isTouchable(node)) {
    const words: string[] = [];
    // It stands before what is in it, whose words it is told with.
    const at = found.push(touchElement(node, words)) - 1;
    readChildren({ control: words, said: new Set() });
    found[at] = touchElement(node, words);
    return found;
  }
  const own = wordsOf(node);
  if (own === "" || around.said.has(own)) readChildren(around);
  else {
    if (around.control) around.control.push(own);
    else found.push(textElement(node, own));
    around.said.add(own);
    readChildren(around);
    around.said.delete(own);
  }
  return found;
}

/** Whether a text only says what is said again by what follows it, as that of a field does. */
const names = (element: Element, next: Element | undefined): boolean =>
  !isNumbered(element) && next !== undefined && isNumbered(next) && element.label === next.label;

const isNumbered = ({ number }: Pick<Element, "number">): boolean => number !== undefined;

const textElement = (node: ScreenNode, label: string): Element => ({
  number: undefined,
  role: "",
  label,
  details: [],
  value: undefined,
  states: statesOf(node),
  node,
  kind: kindOf(node, label),
});

function touchElement(node: ScreenNode, words: readonly string[]): Element {
  const role = ROLES.get(shortClass(node.className)) ?? "";
  const hint = node.description;
  const isOwn = role === "field";
  const [first = ""] = words;
  const label = isOwn ? hint || shortId(node.id) : wordsOf(node) || first || shortId(node.id);
  const beside = isOwn || node.text === "" || node.text === label ? [] : [node.text];
  return {
    // Which one, is for `numbered` to say.
    number: 0,
    role,
    label,
    details: [...new Set([...beside, ...words])].filter((each) => each !== label),
    value: valueOf(node, isOwn, hint),
    states: statesOf(node),
    node,
    kind: kindOf(node, label),
  };
}

/** Android tells the hint of an empty field as its text. */
function valueOf(node: ScreenNode, isField: boolean, hint: string): string | undefined {
  if (isField) return node.text === hint ? "" : node.text;
  return node.checkable ? (node.checked ? "on" : "off") : undefined;
}

function statesOf(node: ScreenNode): string[] {
  return [
    ...(node.selected ? ["selected"] : []),
    ...(node.focused && isField(node) ? ["focused"] : []),
    ...(node.password ? ["password"] : []),
    ...(isTouchable(node) && !node.enabled ? ["disabled"] : []),
  ];
}

const kindOf = ({ className, id }: ScreenNode, label: string): string => [className, id, label].join("\n");

const wordsOf = ({ description, text }: ScreenNode): string => description || text;

const shortClass = (className: string): string => className.slice(className.lastIndexOf(".") + 1);

/** The name of a resource without its package. */
export const shortId = (id: string): string => id.slice(id.indexOf("/") + 1);
