import { cutText } from "@terrarium/bounds/cut-text";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { allNodes } from "../screen/screen-tree.ts";
import type { SelectorArgument, SelectorExpression } from "./ui-selector-syntax.ts";
import { invalidSelector } from "./wire-error.ts";

/** Longest pattern, and the form of those that can take exponential time. */
const MAX_PATTERN_CHARS = 200;
const NESTED_REPETITION = /\([^)]*[*+}][^)]*\)[*+{]|\(.*\|.*\)[*+{]/;

type Test = (node: UiNode, index: number) => boolean;

/** A selector's own conditions, and the selectors of its children and its parent (androidx UiSelector.java). */
interface Conditions {
  tests: Test[];
  instance: number | undefined;
  child: Conditions | undefined;
  sibling: Conditions | undefined;
}

const same =
  (read: (node: UiNode) => string) =>
  (wanted: string): Test =>
  (node) =>
    read(node) === wanted;
const containing =
  (read: (node: UiNode) => string) =>
  (wanted: string): Test =>
  (node) =>
    read(node).toLowerCase().includes(wanted.toLowerCase());
const starting =
  (read: (node: UiNode) => string) =>
  (wanted: string): Test =>
  (node) =>
    read(node).toLowerCase().startsWith(wanted.toLowerCase());
const matching =
  (read: (node: UiNode) => string) =>
  (pattern: string): Test => {
    const regular = wholePattern(pattern);
    return (node) => regular.test(read(node));
  };

const TEXTS: Readonly<Record<string, (value: string) => Test>> = {
  text: same(({ text }) => text),
  textContains: containing(({ text }) => text),
  textStartsWith: starting(({ text }) => text),
  textMatches: matching(({ text }) => text),
  description: same(({ description }) => description),
  descriptionContains: containing(({ description }) => description),
  descriptionStartsWith: starting(({ description }) => description),
  descriptionMatches: matching(({ description }) => description),
  className: same(({ className }) => className),
  classNameMatches: matching(({ className }) => className),
  packageName: same(({ packageName }) => packageName),
  packageNameMatches: matching(({ packageName }) => packageName),
  resourceId: same(({ id }) => id),
  resourceIdMatches: matching(({ id }) => id),
};

const STATES = [
  "checkable",
  "checked",
  "clickable",
  "enabled",
  "focusable",
  "focused",
  "longClickable",
  "scrollable",
  "selected",
] as const;

/** Finds the nodes of an expression `new UiSelector()…` among trees. Throws WireError. */
export function selectNodes(expression: SelectorExpression, roots: readonly UiNode[]): UiNode[] {
  return find(conditionsOf(expression), roots);
}

function conditionsOf({ className, args, calls }: SelectorExpression): Conditions {
  if (className !== "UiSelector" || args.length > 0) throw invalidSelector(`"${className}" is not a UiSelector`);
  const conditions: Conditions = { tests: [], instance: undefined, child: undefined, sibling: undefined };
  for (const { method, args: given } of calls) addCondition(conditions, method, given);
  return conditions;
}

function addCondition(conditions: Conditions, method: string, args: readonly SelectorArgument[]): void {
  const [value] = args;
  const state = STATES.find((each) => each === method);
  if (Object.hasOwn(TEXTS, method) && typeof value === "string") {
    const test = TEXTS[method]?.(value);
    if (test) conditions.tests.push(test);
  } else if (state && typeof value === "boolean") conditions.tests.push((node) => node[state] === value);
  else if (method === "index" && typeof value === "number") conditions.tests.push((_node, index) => index === value);
  else if (method === "instance" && typeof value === "number") conditions.instance = value;
  else if (method === "childSelector" && typeof value === "object") conditions.child = conditionsOf(value);
  else if (method === "fromParent" && typeof value === "object") conditions.sibling = conditionsOf(value);
  else throw invalidSelector(`UiSelector has no method ${method}(${args.map((each) => typeof each).join(", ")})`);
}

function find({ tests, instance, child, sibling }: Conditions, roots: readonly UiNode[]): UiNode[] {
  const places = placesOf(roots);
  const all = [...allNodes(roots)].filter((node) => tests.every((test) => test(node, places.get(node)?.index ?? 0)));
  const found = instance === undefined ? all : all.slice(instance, instance + 1);
  if (child) return unique(found.flatMap(({ children }) => find(child, children)));
  if (sibling) return unique(found.flatMap((node) => find(sibling, places.get(node)?.parent?.children ?? [])));
  return found;
}

function placesOf(roots: readonly UiNode[]): Map<UiNode, { parent: UiNode | undefined; index: number }> {
  const places = new Map<UiNode, { parent: UiNode | undefined; index: number }>();
  const visit = (nodes: readonly UiNode[], parent: UiNode | undefined): void => {
    for (const [index, node] of nodes.entries()) {
      places.set(node, { parent, index });
      visit(node.children, node);
    }
  };
  visit(roots, undefined);
  return places;
}

const unique = (nodes: readonly UiNode[]): UiNode[] => [...new Set(nodes)];

/** Compiles a Java pattern that must match a whole text. Throws WireError. */
function wholePattern(pattern: string): RegExp {
  if (pattern.length > MAX_PATTERN_CHARS || NESTED_REPETITION.test(pattern))
    throw invalidSelector(`The pattern "${cutText(pattern, 40)}" is too complex`);
  try {
    const flags = pattern.startsWith("(?i)") ? "ius" : "us";
    return new RegExp(`^(?:${pattern.replace(/^\(\?[a-z]+\)/, "")})$`, flags);
  } catch {
    throw invalidSelector(`"${pattern}" is no pattern`);
  }
}
