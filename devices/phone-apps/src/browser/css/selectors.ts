import type { CssNode, NthNode } from "css-tree/parser";
import { isElement, type PageElement } from "../document/page-document.ts";

type Test = (element: PageElement, work: MatchWork) => boolean;
type Combinator = " " | ">" | "+" | "~";

interface Compound {
  tests: readonly Test[];
  /** How it stands to the one before it in the text, which follows here. */
  combinator: Combinator | undefined;
}

/** A selector, its last compound first. */
export interface CompiledSelector {
  compounds: readonly Compound[];
  /** CSS's three counts in one number. */
  specificity: number;
  /** What an element must have to be matched at all: "#id", ".class", "tag", or "*" for anything. */
  key: string;
}

/** How much matching may cost on one page: hostile selectors try every way through the tree. */
export class MatchWork {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** False once all is used up; then nothing matches any more. */
  step(): boolean {
    return this.#left-- > 0;
  }
}

const longestSelector = 12;

/** "never": valid, but about what this browser does not have, such as a pointer that hovers. */
export function compileSelector(node: CssNode): CompiledSelector | "invalid" | "never" {
  if (node.type !== "Selector") return "invalid";
  const compounds: Compound[] = [];
  let tests: Test[] = [];
  let combinator: Combinator | undefined;
  let specificity = 0;
  let key = "*";
  let never = false;
  for (const part of node.children) {
    if (part.type === "Combinator") {
      if (part.name !== " " && part.name !== ">" && part.name !== "+" && part.name !== "~") return "invalid";
      if (tests.length === 0) return "invalid";
      compounds.unshift({ tests, combinator });
      combinator = part.name;
      tests = [];
      key = "*";
      continue;
    }
    const simple = compileSimple(part);
    if (simple === "invalid") return "invalid";
    if (simple === "never") never = true;
    else {
      tests.push(simple.test);
      specificity += simple.weight;
      if (simple.key !== undefined && rank(simple.key) > rank(key)) key = simple.key;
    }
  }
  if (never) return "never";
  if (tests.length === 0) return "invalid";
  compounds.unshift({ tests, combinator });
  return compounds.length > longestSelector ? "never" : { compounds, specificity, key };
}

function rank(key: string): number {
  return key.startsWith("#") ? 3 : key.startsWith(".") ? 2 : key === "*" ? 0 : 1;
}

/** Whether the selector means the element. */
export function matches({ compounds }: CompiledSelector, element: PageElement, work: MatchWork): boolean {
  return matchesFrom(compounds, 0, element, work);
}

function matchesFrom(compounds: readonly Compound[], index: number, element: PageElement, work: MatchWork): boolean {
  const compound = compounds[index];
  if (!compound || !work.step() || !compound.tests.every((test) => test(element, work))) return false;
  if (compound.combinator === undefined) return true;
  switch (compound.combinator) {
    case ">":
      return element.parent !== undefined && matchesFrom(compounds, index + 1, element.parent, work);
    case " ":
      for (let { parent } = element; parent; parent = parent.parent)
        if (matchesFrom(compounds, index + 1, parent, work)) return true;
      return false;
    case "+": {
      const before = siblings(element)[element.position - 2];
      return before !== undefined && matchesFrom(compounds, index + 1, before, work);
    }
    case "~":
      return siblings(element)
        .slice(0, element.position - 1)
        .some((before) => matchesFrom(compounds, index + 1, before, work));
  }
}

interface Simple {
  test: Test;
  weight: number;
  key?: string;
}

const idWeight = 1_000_000;
const classWeight = 1000;

function compileSimple(node: CssNode): Simple | "invalid" | "never" {
  switch (node.type) {
    case "TypeSelector": {
      const name = node.name.toLowerCase();
      if (name === "*") return { test: () => true, weight: 0 };
      return { test: (element) => element.name === name, weight: 1, key: name };
    }
    case "ClassSelector": {
      const { name } = node;
      return { test: (element) => classesOf(element).includes(name), weight: classWeight, key: `.${name}` };
    }
    case "IdSelector": {
      const { name } = node;
      return { test: (element) => element.attributes.id === name, weight: idWeight, key: `#${name}` };
    }
    case "AttributeSelector":
      return { test: attributeTest(node), weight: classWeight };
    case "PseudoClassSelector":
      return compilePseudo(node);
    case "PseudoElementSelector":
      return "never";
    default:
      return "invalid";
  }
}

const classLists = new WeakMap<PageElement, readonly string[]>();

export function classesOf(element: PageElement): readonly string[] {
  let list = classLists.get(element);
  if (!list) {
    list = (element.attributes.class ?? "").split(/\s+/).filter((name) => name !== "");
    classLists.set(element, list);
  }
  return list;
}

function attributeTest(node: Extract<CssNode, { type: "AttributeSelector" }>): Test {
  const name = node.name.name.toLowerCase();
  const ignoresCase = node.flags?.toLowerCase() === "i";
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const wanted = fold(node.value?.type === "String" ? node.value.value : (node.value?.name ?? ""));
  const compare = (value: string): boolean => {
    switch (node.matcher) {
      case null:
        return true;
      case "=":
        return value === wanted;
      case "~=":
        return wanted !== "" && value.split(/\s+/).includes(wanted);
      case "|=":
        return value === wanted || value.startsWith(`${wanted}-`);
      case "^=":
        return wanted !== "" && value.startsWith(wanted);
      case "$=":
        return wanted !== "" && value.endsWith(wanted);
      case "*=":
        return wanted !== "" && value.includes(wanted);
      default:
        return false;
    }
  };
  return ({ attributes }) => attributes[name] !== undefined && compare(fold(attributes[name]));
}

/** What a finger on glass, or a page without scripts, never brings about. */
const neverHolds = new Set(
  "hover active focus focus-visible focus-within visited target before after first-line first-letter".split(" "),
);

function compilePseudo({
  name,
  children,
}: Extract<CssNode, { type: "PseudoClassSelector" }>): Simple | "invalid" | "never" {
  const plain = plainPseudos[name.toLowerCase()];
  if (plain) return { test: plain, weight: classWeight };
  if (neverHolds.has(name.toLowerCase())) return "never";
  const [argument] = children ? [...children] : [];
  if (!argument) return "invalid";
  switch (name.toLowerCase()) {
    case "not":
    case "is":
    case "where":
    case "matches": {
      if (argument.type !== "SelectorList") return "invalid";
      const all = [...argument.children].map(compileSelector);
      if (all.includes("invalid")) return "invalid";
      const inner = all.filter((each) => typeof each !== "string");
      const negated = name.toLowerCase() === "not";
      const weight = name.toLowerCase() === "where" ? 0 : Math.max(0, ...inner.map((each) => each.specificity));
      return { test: (element, work) => inner.some((each) => matches(each, element, work)) !== negated, weight };
    }
    case "nth-child":
    case "nth-last-child":
    case "nth-of-type":
    case "nth-last-of-type": {
      if (argument.type !== "Nth") return "invalid";
      const fits = nthTest(argument.nth);
      const ofType = name.toLowerCase().endsWith("of-type");
      const fromEnd = name.toLowerCase().includes("last");
      return { test: (element) => fits(place(element, ofType, fromEnd)), weight: classWeight };
    }
    default:
      return "invalid";
  }
}

const plainPseudos: Readonly<Record<string, Test>> = {
  root: ({ parent }) => parent === undefined,
  "first-child": ({ position }) => position === 1,
  "last-child": (element) => place(element, false, true) === 1,
  "only-child": (element) => element.position === 1 && place(element, false, true) === 1,
  "first-of-type": (element) => place(element, true, false) === 1,
  "last-of-type": (element) => place(element, true, true) === 1,
  empty: ({ children }) => children.every((child) => child === ""),
  link: ({ href }) => href !== undefined,
  "any-link": ({ href }) => href !== undefined,
  checked: ({ attributes }) => attributes.checked !== undefined || attributes.selected !== undefined,
  disabled: ({ attributes }) => attributes.disabled !== undefined,
  enabled: ({ control, attributes }) => control !== undefined && attributes.disabled === undefined,
  required: ({ attributes }) => attributes.required !== undefined,
};

const siblingLists = new WeakMap<PageElement, PageElement[]>();

function siblings({ parent }: PageElement): PageElement[] {
  if (!parent) return [];
  let list = siblingLists.get(parent);
  if (!list) {
    list = parent.children.filter(isElement);
    siblingLists.set(parent, list);
  }
  return list;
}

/** Counted from 1 among the siblings, or those of the same name. */
function place(element: PageElement, ofType: boolean, fromEnd: boolean): number {
  if (!ofType) return fromEnd ? siblings(element).length - element.position + 1 : element.position;
  const all = siblings(element);
  const others = fromEnd ? all.slice(element.position) : all.slice(0, element.position - 1);
  return others.filter(({ name }) => name === element.name).length + 1;
}

function nthTest(nth: NthNode): (index: number) => boolean {
  if (nth.type === "Identifier") {
    const odd = nth.name.toLowerCase() === "odd" ? 1 : 0;
    return (index) => index % 2 === odd;
  }
  const step = nth.a === null ? 0 : Number(nth.a === "-" || nth.a === "+" || nth.a === "" ? `${nth.a}1` : nth.a);
  const start = Number(nth.b ?? 0);
  return (index) => (step === 0 ? index === start : (index - start) % step === 0 && (index - start) / step >= 0);
}
