import { cutText } from "@terrarium/bounds/cut-text";
import { type Context } from "./evaluate.ts";
import { XPathError } from "./tokens.ts";
import { booleanOf, isNode, itemsOf, numberOf, stringOf, type XPathValue } from "./xml-node.ts";

/** Longest result of a function: `concat` in a predicate could grow it again and again. */
const MAX_TEXT_CHARS = 1_000_000;
/** Pattern of `matches`. Without nested repetitions it cannot take exponential time on the short texts of a screen. */
const MAX_PATTERN_CHARS = 200;
const NESTED_REPETITION = /[*+}]\)?[*+{]|\([^)]*[*+}][^)]*\)[*+{]|\(.*\|.*\)[*+{]/;

type XPathFunction = (args: readonly XPathValue[], context: Context) => XPathValue;

const text = (args: readonly XPathValue[], index: number): string => stringOf(args[index] ?? "");
const own = (args: readonly XPathValue[], { node }: Context): string => stringOf(args[0] ?? [node]);

/** Functions of XPath 1.0, and those of 2.0 that testers use. */
export const FUNCTIONS: Readonly<Record<string, XPathFunction>> = {
  boolean: ([value = ""]) => booleanOf(value),
  ceiling: ([value = ""]) => Math.ceil(numberOf(value)),
  concat: (args) => bounded(args.map(stringOf).join("")),
  contains: (args) => text(args, 0).includes(text(args, 1)),
  count: ([value = ""]) => {
    const items = itemsOf(value);
    if (!items) throw new XPathError("count() needs nodes");
    return items.length;
  },
  "ends-with": (args) => text(args, 0).endsWith(text(args, 1)),
  false: () => false,
  floor: ([value = ""]) => Math.floor(numberOf(value)),
  last: (_args, { size }) => size,
  "local-name": (args, context) => nameOf(args, context),
  "lower-case": (args) => text(args, 0).toLowerCase(),
  matches: (args) => patternOf(text(args, 1), text(args, 2)).test(text(args, 0)),
  name: (args, context) => nameOf(args, context),
  "normalize-space": (args, context) => own(args, context).trim().replace(/\s+/g, " "),
  not: ([value = ""]) => !booleanOf(value),
  number: ([value = ""]) => numberOf(value),
  position: (_args, { position }) => position,
  round: ([value = ""]) => Math.round(numberOf(value)),
  "starts-with": (args) => text(args, 0).startsWith(text(args, 1)),
  string: (args, context) => own(args, context),
  "string-length": (args, context) => own(args, context).length,
  substring: (args) => {
    const start = Math.round(numberOf(args[1] ?? 1)) - 1;
    const length = args[2] === undefined ? Infinity : Math.round(numberOf(args[2]));
    return text(args, 0).slice(Math.max(0, start), Math.max(0, start + length));
  },
  "substring-after": (args) => {
    const at = text(args, 0).indexOf(text(args, 1));
    return at < 0 ? "" : text(args, 0).slice(at + text(args, 1).length);
  },
  "substring-before": (args) => text(args, 0).slice(0, Math.max(0, text(args, 0).indexOf(text(args, 1)))),
  translate: (args) => {
    const [from, to] = [Array.from(text(args, 1)), Array.from(text(args, 2))];
    return Array.from(text(args, 0))
      .map((character) => (from.includes(character) ? (to[from.indexOf(character)] ?? "") : character))
      .join("");
  },
  true: () => true,
  "upper-case": (args) => text(args, 0).toUpperCase(),
};

function bounded(value: string): string {
  if (value.length > MAX_TEXT_CHARS) throw new XPathError("a text becomes too long");
  return value;
}

function nameOf(args: readonly XPathValue[], { node }: Context): string {
  const [item] = args[0] === undefined ? [node] : (itemsOf(args[0]) ?? []);
  if (!item) return "";
  return isNode(item) ? item.name : item.attribute;
}

function patternOf(pattern: string, flags: string): RegExp {
  if (pattern.length > MAX_PATTERN_CHARS || NESTED_REPETITION.test(pattern))
    throw new XPathError(`the pattern "${cutText(pattern, 40)}" is too complex`);
  try {
    return new RegExp(pattern, flags.includes("i") ? "iu" : "u");
  } catch {
    throw new XPathError(`"${pattern}" is no pattern`);
  }
}
