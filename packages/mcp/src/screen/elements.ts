import { type Bounds, isEmpty, sharedBy } from "@terrarium/ui-tree/bounds";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { numbered } from "./numbers.ts";
import type { Element, Screen } from "./screen.ts";

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

/** Extracts the information for agents from the tree of a screen. */
export function readScreen(roots: readonly UiNode[]): Screen {
  const nodes = roots.flatMap((root) => withDescendants(root));
  const widthPx = Math.max(0, ...roots.map(({ bounds }) => bounds.right));
  const heightPx = Math.max(0, ...roots.map(({ bounds }) => bounds.bottom));
  const isOn = ({ bounds }: UiNode) => !isEmpty(shownPart({ widthPx, heightPx }, bounds));
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

/** Returns the part of an area within the edges of the screen. It may be empty. */
export const shownPart = ({ widthPx, heightPx }: Pick<Screen, "widthPx" | "heightPx">, bounds: Bounds): Bounds =>
  sharedBy(bounds, { left: 0, top: 0, right: widthPx, bottom: heightPx });

export const isField = ({ className }: UiNode): boolean => ROLES.get(shortClass(className)) === "field";

/** Returns whether a node can be touched. */
export const isTouchable = (node: UiNode): boolean =>
  node.clickable || node.longClickable || node.checkable || isField(node);

function withDescendants(node: UiNode, found: UiNode[] = []): UiNode[] {
  found.push(node);
  for (const child of node.children) withDescendants(child, found);
  return found;
}

/** Context of a node. */
interface Around {
  /** Words of the enclosing control, which represents the nodes inside it; their words are added. */
  control?: string[];
  /** Texts of the enclosing nodes, within that control. */
  said: Set<string>;
}

/** A control represents the texts inside it. Controls inside it are separate elements. */
function elementsIn(node: UiNode, around: Around = { said: new Set() }, found: Element[] = []): Element[] {
  const readChildren = (within: Around) => {
    for (const child of node.children) elementsIn(child, within, found);
  };
  if (isTouchable(node)) {
    const words: string[] = [];
    // The control precedes its content. Its words are collected from that content.
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

/** Returns whether a text only repeats the label of the following element, such as a field. */
const names = (element: Element, next: Element | undefined): boolean =>
  !isNumbered(element) && next !== undefined && isNumbered(next) && element.label === next.label;

const isNumbered = ({ number }: Pick<Element, "number">): boolean => number !== undefined;

const textElement = (node: UiNode, label: string): Element => ({
  number: undefined,
  role: "",
  label,
  details: [],
  value: undefined,
  states: statesOf(node),
  node,
  kind: kindOf(node, label),
});

function touchElement(node: UiNode, words: readonly string[]): Element {
  const role = ROLES.get(shortClass(node.className)) ?? "";
  const hint = node.description;
  const isOwn = role === "field";
  const [first = ""] = words;
  const label = isOwn ? hint || shortId(node.id) : wordsOf(node) || first || shortId(node.id);
  const beside = isOwn || node.text === "" || node.text === label ? [] : [node.text];
  return {
    // `numbered` sets the number.
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

/** Android reports the hint of an empty field as its text. */
function valueOf(node: UiNode, isField: boolean, hint: string): string | undefined {
  if (isField) return node.text === hint ? "" : node.text;
  return node.checkable ? (node.checked ? "on" : "off") : undefined;
}

function statesOf(node: UiNode): string[] {
  return [
    ...(node.selected ? ["selected"] : []),
    ...(node.focused && isField(node) ? ["focused"] : []),
    ...(node.password ? ["password"] : []),
    ...(isTouchable(node) && !node.enabled ? ["disabled"] : []),
  ];
}

const kindOf = ({ className, id }: UiNode, label: string): string => [className, id, label].join("\n");

const wordsOf = ({ description, text }: UiNode): string => description || text;

const shortClass = (className: string): string => className.slice(className.lastIndexOf(".") + 1);

/** Returns the name of a resource without its package. */
export const shortId = (id: string): string => id.slice(id.indexOf("/") + 1);
