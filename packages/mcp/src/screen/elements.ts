import { type Bounds, isEmpty, sharedBy } from "@terrarium/ui-tree/bounds";
import { isEditable, isTouchable, type UiNode } from "@terrarium/ui-tree/ui-node";
import type { Front } from "../devices.ts";
import { isTitled, partsOf } from "./around.ts";
import { numbered } from "./numbers.ts";
import { shortClass, shortId } from "./resource-names.ts";
import { type Element, type Screen, type Side, SIDES } from "./screen.ts";

const ROLES: ReadonlyMap<string, string> = new Map([
  ["Switch", "switch"],
  ["SwitchCompat", "switch"],
  ["ToggleButton", "switch"],
  ["CheckBox", "checkbox"],
  ["RadioButton", "radio"],
  ["SeekBar", "slider"],
  ["Spinner", "dropdown"],
  ["CheckedTextView", "option"],
  ["DatePicker", "date"],
  ["TimePicker", "time"],
  ["ColorPicker", "color"],
  ["FileInput", "file"],
  ["ProgressBar", "progress"],
]);

/** Roles of controls with a value as text, if they have a name as description. */
const VALUED = new Set(["slider", "dropdown", "date", "time", "color", "file", "progress"]);

/** Extracts the information for agents from the tree of a screen. */
export function readScreen(given: readonly UiNode[], inFront?: Front): Screen {
  const { around, front, back } = partsOf(given);
  const roots = [...back, ...front];
  const nodes = roots.flatMap((root) => withDescendants(root));
  const widthPx = Math.max(0, ...roots.map(({ bounds }) => bounds.right));
  const heightPx = Math.max(0, ...roots.map(({ bounds }) => bounds.bottom));
  const isOn = ({ bounds }: UiNode) => !isEmpty(shownPart({ widthPx, heightPx }, bounds));
  const read = (root: UiNode, isBehind: boolean) =>
    elementsIn(isTitled(root, around) ? { ...root, text: "", description: "" } : root).map((element) => ({
      ...element,
      isBehind,
      window: isBehind ? root.text : undefined,
    }));
  const found = [...front.flatMap((root) => read(root, false)), ...back.flatMap((root) => read(root, true))].filter(
    (each, i, all) => !names(each, all[i + 1]),
  );
  const elements = numbered(
    found.filter(({ node }) => isOn(node)),
    heightPx,
  );
  return {
    app: roots.at(-1)?.packageName ?? "",
    front: inFront,
    around,
    widthPx,
    heightPx,
    elements,
    isCutBelow: inFront !== undefined && isCutBelow(nodes, elements),
    offScreen: bySide(
      found.filter(({ node, label, isBehind }) => !isBehind && label !== "" && !isOn(node)),
      { widthPx, heightPx },
    ),
    scrollables: nodes.filter((node) => node.scrollable && isOn(node)),
    nodes: nodes.filter(isOn),
  };
}

/** Returns the part of an area within the edges of the screen. It may be empty. */
export const shownPart = ({ widthPx, heightPx }: Size, bounds: Bounds): Bounds =>
  sharedBy(bounds, { left: 0, top: 0, right: widthPx, bottom: heightPx });

/** Areas that are searched for cut elements: a hostile screen could have very many. */
const AREAS_MAX = 50;

/** A dump reports the visible part of a node: a cut one ends where its scrolling area ends. */
function isCutBelow(nodes: readonly UiNode[], elements: readonly Element[]): boolean {
  const areas = nodes.filter(({ scrollable }) => scrollable).slice(0, AREAS_MAX);
  return areas.some((area) =>
    elements.some(({ node: { bounds }, node }) => {
      const isInside = bounds.left >= area.bounds.left && bounds.right <= area.bounds.right;
      return node !== area && isInside && bounds.top >= area.bounds.top && bounds.bottom === area.bounds.bottom;
    }),
  );
}

type Size = Pick<Screen, "widthPx" | "heightPx">;

function bySide(elements: readonly Element[], size: Size): Screen["offScreen"] {
  const labels = (side: Side) =>
    elements.flatMap(({ node, label }) => (sideOf(node.bounds, size) === side ? label : []));
  return Object.fromEntries(SIDES.map((side) => [side, labels(side)])) as Record<Side, string[]>;
}

/** Elements without a place are on no side. */
function sideOf({ top, bottom, left, right }: Bounds, { widthPx, heightPx }: Size): Side | undefined {
  if (top >= heightPx) return "below";
  if (bottom <= 0 && top < 0) return "above";
  if (left >= widthPx) return "right";
  return right <= 0 && left < 0 ? "left" : undefined;
}

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
  if (isPlainRow(node)) {
    const cells = textsIn(node);
    const [first = ""] = cells;
    if (around.control) around.control.push(...cells);
    else if (cells.length > 0) found.push({ ...textElement(node, first), details: cells.slice(1) });
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

/** Returns whether it is a row of a table that can only be read. It reads as one line. */
const isPlainRow = (node: UiNode): boolean =>
  shortClass(node.className) === "TableRow" && !withDescendants(node).some(isTouchable);

/** Returns the texts of a node's descendants, without those that repeat the text around them. */
function textsIn(node: UiNode): string[] {
  return node.children.flatMap((child) => {
    const own = wordsOf(child);
    return own === "" ? textsIn(child) : [own];
  });
}

/** Returns whether a text only repeats the label of the following element, such as a field. */
const names = (element: Element, next: Element | undefined): boolean =>
  !isNumbered(element) && next !== undefined && isNumbered(next) && element.label === next.label;

const isNumbered = ({ number }: Pick<Element, "number">): boolean => number !== undefined;

const textElement = (node: UiNode, label: string): Element => ({
  number: undefined,
  role: roleOf(node),
  label,
  details: [],
  value: isValued(node) ? node.text : undefined,
  isBehind: false,
  window: undefined,
  states: statesOf(node),
  node,
  kind: kindOf(node, label),
});

function touchElement(node: UiNode, words: readonly string[]): Element {
  const isOwn = isEditable(node);
  const role = isOwn ? "field" : roleOf(node);
  const hint = node.description;
  const [first = ""] = words;
  const label = isOwn ? hint || shortId(node.id) : wordsOf(node) || first || shortId(node.id);
  const beside = isOwn || isValued(node) || node.text === "" || node.text === label ? [] : [node.text];
  return {
    // `numbered` sets the number.
    number: 0,
    role,
    label,
    details: [...new Set([...beside, ...words])].filter((each) => each !== label),
    value: valueOf(node, isOwn, hint),
    states: statesOf(node),
    isBehind: false,
    window: undefined,
    node,
    kind: kindOf(node, label),
  };
}

const roleOf = ({ className }: UiNode): string => ROLES.get(shortClass(className)) ?? "";

const isValued = (node: UiNode): boolean => node.description !== "" && VALUED.has(roleOf(node));

/** Android reports the hint of an empty field as its text. */
function valueOf(node: UiNode, isField: boolean, hint: string): string | undefined {
  if (isField) return node.text === hint ? "" : node.text;
  if (isValued(node)) return node.text;
  return node.checkable ? (node.checked ? "on" : "off") : undefined;
}

function statesOf(node: UiNode): string[] {
  return [
    ...(node.selected ? ["selected"] : []),
    ...(node.focused && isEditable(node) ? ["focused"] : []),
    ...(node.password ? ["password"] : []),
    ...(isTouchable(node) && !node.enabled ? ["disabled"] : []),
  ];
}

const kindOf = ({ className, id }: UiNode, label: string): string => [className, id, label].join("\n");

const wordsOf = ({ description, text }: UiNode): string => description || text;
