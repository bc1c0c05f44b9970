import { XPathError } from "./tokens.ts";
import { isNode, type XmlItem, type XmlNode, type XPathValue } from "./xml-node.ts";

/** Limit of visited nodes: predicates in predicates multiply them. */
const MAX_VISITS = 200_000;

/** The node of an evaluation, and its place among the nodes of its step. */
export interface Context {
  node: XmlItem;
  position: number;
  size: number;
  root: XmlNode;
  /** Counter of visited nodes, shared by a whole evaluation. */
  work: { visits: number };
}

export type Expression = (context: Context) => XPathValue;

/** One step of a path: an axis, a test for names, and predicates. */
export interface Step {
  axis: string;
  /** Name, or * for all; undefined for a test of texts, which a screen does not have. */
  name: string | undefined;
  predicates: readonly Expression[];
}

const AXES: Readonly<Record<string, (node: XmlNode) => Iterable<XmlNode>>> = {
  self: (node) => [node],
  child: (node) => node.children,
  parent: ({ parent }) => (parent ? [parent] : []),
  descendant: (node) => descendants(node),
  "descendant-or-self": (node) => [node, ...descendants(node)],
  ancestor: (node) => ancestors(node),
  "ancestor-or-self": (node) => [node, ...ancestors(node)],
  "following-sibling": (node) => siblings(node).slice(siblings(node).indexOf(node) + 1),
  "preceding-sibling": (node) => siblings(node).slice(0, siblings(node).indexOf(node)).toReversed(),
  following: (node) => [node, ...ancestors(node)].flatMap((each) => after(each)).toSorted((a, b) => a.order - b.order),
  preceding: (node) =>
    [node, ...ancestors(node)]
      .flatMap((each) => siblings(each).slice(0, siblings(each).indexOf(each)))
      .flatMap((each) => [each, ...descendants(each)])
      .toSorted((a, b) => b.order - a.order),
};

export const isAxis = (name: string): boolean => name === "attribute" || Object.hasOwn(AXES, name);

const siblings = ({ parent }: XmlNode): readonly XmlNode[] => parent?.children ?? [];

const after = (node: XmlNode): XmlNode[] =>
  siblings(node)
    .slice(siblings(node).indexOf(node) + 1)
    .flatMap((each) => [each, ...descendants(each)]);

function* descendants(node: XmlNode): Generator<XmlNode> {
  for (const child of node.children) {
    yield child;
    yield* descendants(child);
  }
}

function* ancestors({ parent }: XmlNode): Generator<XmlNode> {
  for (let node = parent; node; node = node.parent) yield node;
}

/** Returns the items that steps lead to, in the order of the document. */
export function walk(start: readonly XmlItem[], steps: readonly Step[], context: Context): readonly XmlItem[] {
  let items = start;
  for (const step of steps) items = inOrder(items.flatMap((item) => takeStep(item, step, context)));
  return items;
}

function takeStep(item: XmlItem, step: Step, context: Context): readonly XmlItem[] {
  if (!isNode(item)) return step.axis === "parent" || step.axis === ".." ? [item.owner] : [];
  if (step.axis === "attribute") return filter(attributesOf(item, step.name), step.predicates, context);
  const found: XmlNode[] = [];
  for (const node of AXES[step.axis]?.(item) ?? []) {
    countVisit(context);
    if (step.name === "*" || step.name === "node()" || node.name === step.name) found.push(node);
  }
  return filter(found, step.predicates, context);
}

function attributesOf(owner: XmlNode, name: string | undefined): XmlItem[] {
  return Object.entries(owner.attributes)
    .filter(([attribute]) => name === "*" || attribute === name)
    .map(([attribute, value]) => ({ owner, attribute, value }));
}

/** Returns the items that fit all predicates. A predicate with a number selects by position. */
export function filter(items: readonly XmlItem[], predicates: readonly Expression[], context: Context) {
  let left = items;
  for (const predicate of predicates) {
    const size = left.length;
    left = left.filter((node, i) => {
      countVisit(context);
      const value = predicate({ ...context, node, position: i + 1, size });
      return typeof value === "number" ? value === i + 1 : value !== "" && value !== false && !isEmptySet(value);
    });
  }
  return left;
}

const isEmptySet = (value: XPathValue): boolean => typeof value === "object" && value.length === 0;

function countVisit({ work }: Context): void {
  work.visits += 1;
  if (work.visits > MAX_VISITS) throw new XPathError("the expression visits too many elements");
}

/** Removes duplicates and sorts by place in the document. */
export function inOrder(items: readonly XmlItem[]): readonly XmlItem[] {
  const nodes = [...new Set(items)];
  const order = (item: XmlItem): number => (isNode(item) ? item.order : item.owner.order);
  return nodes.toSorted((a, b) => order(a) - order(b));
}
