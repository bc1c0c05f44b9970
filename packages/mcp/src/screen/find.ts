import { centerOf } from "@terrarium/ui-tree/bounds";
import { findByWords } from "@terrarium/ui-tree/find-by-words";
import { fitsSelector } from "@terrarium/ui-tree/fits-selector";
import type { Point } from "../devices.ts";
import { ToolError } from "../tool-error.ts";
import { shortId, shownPart } from "./elements.ts";
import { cut, lineOf } from "./lines.ts";
import { standingWhere } from "./numbers.ts";
import type { Element, Screen } from "./screen.ts";

/** Target of a step: an element's number, its words, a selector, or a point in pixels. */
export type Target = number | string | Selector | Point;

export interface Selector {
  text?: string | undefined;
  id?: string | undefined;
  class?: string | undefined;
  /** Index among the matching elements, from 0. */
  index?: number | undefined;
}

/** Position of a target, and its element if known. */
export interface Place {
  at: Point;
  /** Name in the answer. */
  name: string;
  element?: Element;
}

/** Finds the target on the current screen. Throws a ToolError that lists the elements that exist instead. */
export function findPlace(screen: Screen, target: Target): Place {
  if (typeof target === "object" && "x" in target) return placeOfPoint(screen, target);
  const element = findElement(screen, target);
  return { at: centerOf(shownPart(screen, element.node.bounds)), name: nameOf(element), element };
}

/** Returns the target's element. Throws like `findPlace`. */
export function findElement(screen: Screen, target: number | string | Selector): Element {
  if (typeof target === "number") return byNumber(screen, target);
  const found = findAll(screen, target);
  const index = typeof target === "object" ? target.index : undefined;
  const said = JSON.stringify(target);
  if (found.length === 0) throw new ToolError(`nothing on the screen is ${said}; ${thereIs(screen)}`);
  const [first] = found;
  if (index !== undefined || found.length === 1) {
    const chosen = found[index ?? 0];
    if (chosen) return chosen;
    throw new ToolError(`only ${found.length} elements match ${said}: ${list(found)}`);
  }
  const touchable = found.filter(({ number }) => number !== undefined);
  if (touchable.length === 1 && touchable[0]) return touchable[0];
  if (touchable.length === 0 && first) return first;
  throw new ToolError(`${found.length} elements match ${said}; choose one by its number: ${list(touchable)}`);
}

/**
 * Returns all matching elements. For words, exact matches precede elements that only contain the words. A model names
 * an element by words that it read in an answer: the label of a control, a text inside it, or a field's value. API
 * selectors compare the fields of a node instead (`fitsSelector`).
 */
export function findAll({ elements }: Screen, target: string | Selector): Element[] {
  const { text, id, class: className } = typeof target === "string" ? { text: target } : target;
  // The id is complete after the first slash here. API selectors also accept its part after a later slash.
  const fits = elements.filter(
    ({ node }) =>
      (id === undefined || node.id === id || shortId(node.id) === id) && fitsSelector(node, { class: className }),
  );
  return text === undefined ? fits : findByWords(fits, text, SOURCES);
}

/** Words of an element, the most important first. */
const SOURCES: readonly ((element: Element) => readonly string[])[] = [
  ({ label }) => [label],
  ({ details, value }) => [...details, value ?? ""],
];

function byNumber(screen: Screen, number: number): Element {
  const element = screen.elements.find((each) => each.number === number);
  if (element) return element;
  const there = standingWhere(number, screen.elements).slice(0, 3);
  const now = there.length === 0 ? "nothing is there now" : `now there is ${list(there)}`;
  throw new ToolError(`${number} is gone or moved; ${now}. Use its number on the screen below, or its words`);
}

function placeOfPoint({ widthPx, heightPx }: Screen, { x, y }: Point): Place {
  if (x >= widthPx || y >= heightPx)
    throw new ToolError(`(${x}, ${y}) is outside the screen, which is ${widthPx} pixels wide and ${heightPx} high`);
  return { at: { x, y }, name: `(${x}, ${y})` };
}

export const nameOf = ({ label, role, number }: Element): string =>
  label === "" ? `${role || "element"} ${number ?? ""}`.trim() : JSON.stringify(cut(label, 40));

const list = (elements: readonly Element[]): string =>
  elements
    .slice(0, 6)
    .map((each) => cut(lineOf(each), 80))
    .join("; ");

const thereIs = ({ elements }: Screen): string => {
  const names = elements.flatMap(({ label, number }) => (number === undefined || label === "" ? [] : [cut(label, 30)]));
  if (names.length === 0) return "it shows nothing that can be touched";
  return `there is ${names.slice(0, 25).join(", ")}${names.length > 25 ? ", …" : ""}. Scroll, wait for it, or choose another`;
};
