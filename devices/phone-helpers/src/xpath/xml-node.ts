/** An element of a document without texts. */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  parent: XmlNode | undefined;
  children: XmlNode[];
  /** Place in the document. */
  order: number;
}

/** An attribute as a result of `@name`. */
interface XmlAttribute {
  owner: XmlNode;
  attribute: string;
  value: string;
}

export type XmlItem = XmlNode | XmlAttribute;

export type XPathValue = readonly XmlItem[] | string | number | boolean;

export const isNode = (item: XmlItem): item is XmlNode => !("attribute" in item);

const isItems = (value: XPathValue): value is readonly XmlItem[] => typeof value === "object";

export function itemsOf(value: XPathValue): readonly XmlItem[] | undefined {
  return isItems(value) ? value : undefined;
}

/** An element's own text is empty: a screen has only attributes. */
const textOf = (item: XmlItem | undefined): string => (item && !isNode(item) ? item.value : "");

export function stringOf(value: XPathValue): string {
  if (isItems(value)) return textOf(value[0]);
  return String(value);
}

export function numberOf(value: XPathValue): number {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return value;
  const text = stringOf(value).trim();
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

export function booleanOf(value: XPathValue): boolean {
  if (isItems(value)) return value.length > 0;
  if (typeof value === "number") return value !== 0 && !Number.isNaN(value);
  return value !== "" && value !== false;
}

type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** Compares as XPath 1.0 does: a set of nodes fits if one of them fits. */
export function compare(left: XPathValue, operator: Comparison, right: XPathValue): boolean {
  const each = (value: XPathValue): (string | number | boolean)[] =>
    isItems(value) ? value.map((item) => textOf(item)) : [value];
  if (typeof left === "boolean" || typeof right === "boolean")
    return comparePair(booleanOf(left), operator, booleanOf(right));
  return each(left).some((a) => each(right).some((b) => comparePair(a, operator, b)));
}

function comparePair(a: string | number | boolean, operator: Comparison, b: string | number | boolean): boolean {
  if (operator === "=" || operator === "!=") {
    const same = typeof a === "number" || typeof b === "number" ? numberOf(a) === numberOf(b) : a === b;
    return same === (operator === "=");
  }
  const [x, y] = [numberOf(a), numberOf(b)];
  if (operator === "<") return x < y;
  if (operator === "<=") return x <= y;
  return operator === ">" ? x > y : x >= y;
}
