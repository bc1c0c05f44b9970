import { centerOf } from "@terrarium/ui-tree/bounds";
import { findByWords, type WordSource } from "@terrarium/ui-tree/find-by-words";
import { fitsSelector } from "@terrarium/ui-tree/fits-selector";
import { isEditable } from "@terrarium/ui-tree/ui-node";
import type { Point } from "../devices.ts";
import { ToolError } from "../tool-error.ts";
import { cut } from "./cut.ts";
import { shownPart } from "./elements.ts";
import { idsOf, lineOf, wordsOfLine } from "./lines.ts";
import { standingWhere } from "./numbers.ts";
import { shortId } from "./resource-names.ts";
import type { Element, Screen } from "./screen.ts";
import { isSettable } from "./settable.ts";

const CANDIDATES_LISTED = 50;

/** Target of a step: an element's number, its words, a selector, or a point in pixels. */
export type Target = number | string | Selector | Point;

export interface Selector {
  text?: string | undefined;
  id?: string | undefined;
  class?: string | undefined;
  /** Index among the matching elements that can be touched, or among all if none can be, from 1. */
  index?: number | undefined;
}

/** Position of a target, and its element if known. */
export interface Place {
  at: Point;
  /** Name in the answer. */
  name: string;
  element?: Element;
}

/** Purpose of a search: text goes into a field. */
export type Purpose = "touch" | "type";

/** Finds the target on the current screen. Throws a ToolError that lists the elements that exist instead. */
export function findPlace(screen: Screen, target: Target, purpose: Purpose = "touch"): Place {
  if (typeof target === "object" && "x" in target) return placeOfPoint(screen, target);
  const element = findElement(screen, target, purpose);
  return { at: centerOf(shownPart(screen, element.node.bounds)), name: nameOf(element), element };
}

/** Returns the target's element. Throws like `findPlace`. */
export function findElement(screen: Screen, target: number | string | Selector, purpose: Purpose = "touch"): Element {
  if (typeof target === "number") return byNumber(screen, target);
  const found = findAll(screen, target, purpose);
  const index = typeof target === "object" ? target.index : undefined;
  const said = JSON.stringify(target);
  if (found.length === 0) throw new ToolError(`nothing on the screen is ${said}; ${thereIs(screen)}`);
  const touchable = found.filter(({ number }) => number !== undefined);
  const candidates = touchable.length > 0 ? touchable : found;
  if (index !== undefined || candidates.length === 1) {
    const chosen = candidates[(index ?? 1) - 1];
    if (chosen) return chosen;
    throw new ToolError(`${said} counts from 1 to ${candidates.length}:\n${listAll(candidates)}`);
  }
  const how = touchable.length > 0 ? "its number or {text, index}" : "{text, index}";
  throw new ToolError(`${candidates.length} elements match ${said}; choose one by ${how}:\n${listAll(candidates)}`);
}

/**
 * Returns all matching elements. For words, exact matches precede elements that only contain the words. A model names
 * an element by words that it read in an answer: the label of a control, a text inside it, a field's value, or a line.
 * API selectors compare the fields of a node instead (`fitsSelector`).
 */
export function findAll({ elements }: Screen, target: string | Selector, purpose: Purpose = "touch"): Element[] {
  const { text, id, class: className } = typeof target === "string" ? { text: target } : target;
  // The id is complete after the first slash here. API selectors also accept its part after a later slash.
  const fits = elements.filter(
    ({ node }) =>
      (id === undefined || node.id === id || shortId(node.id) === id) && fitsSelector(node, { class: className }),
  );
  if (text === undefined) return fits;
  const prefers = purpose === "type" ? ({ node }: Element) => isEditable(node) || isSettable(node) : undefined;
  const found = findByWords(fits, text, SOURCES, prefers);
  return found.length > 0 ? found : byLine(fits, text);
}

/** Words of an element, the most important first. */
const SOURCES: readonly WordSource<Element>[] = [
  ({ label }) => [label],
  ({ details, value }) => [...details, value ?? ""],
  wordsOfLine,
];

/** The beginning of a line of the screen: an element's number, or a dash. */
const LINE = /^(\d{5}|-)(?:\s+(\S[^]*))?$/;

/** Finds the element of a complete line. Its number wins, as long as the words are still the element's. */
function byLine(elements: readonly Element[], line: string): Element[] {
  const [, number, words] = LINE.exec(line.trim()) ?? [];
  if (number === undefined) return [];
  const numbered = elements.filter((element) => String(element.number) === number);
  if (words === undefined) return numbered;
  const same = findByWords(numbered, words, SOURCES);
  return same.length > 0 ? same : findByWords(elements, words, SOURCES);
}

function byNumber(screen: Screen, number: number): Element {
  const element = screen.elements.find((each) => each.number === number);
  if (element) return element;
  const there = standingWhere(number, screen.elements).slice(0, 3);
  const now = there.length === 0 ? "nothing is there now" : `now there is ${there.map(shortLine).join("; ")}`;
  throw new ToolError(`${number} is gone or moved; ${now}. Use its number on the screen below, or its words`);
}

function placeOfPoint({ widthPx, heightPx }: Screen, { x, y }: Point): Place {
  if (x >= widthPx || y >= heightPx)
    throw new ToolError(`(${x}, ${y}) is outside the screen, which is ${widthPx} pixels wide and ${heightPx} high`);
  return { at: { x, y }, name: `(${x}, ${y})` };
}

export const nameOf = ({ label, role, number }: Element): string =>
  label === "" ? `${role || "element"} ${number ?? ""}`.trim() : JSON.stringify(cut(label, 40));

const shortLine = (element: Element): string => cut(lineOf(element), 80);

/** Lists candidates with their index, one a line. */
function listAll(elements: readonly Element[]): string {
  const lines = elements.map((element, i) => `index ${i + 1}: ${shortLine(element)}${idsOf(element)}`);
  const left = lines.length - CANDIDATES_LISTED;
  return [...lines.slice(0, CANDIDATES_LISTED), ...(left > 0 ? [`… and ${left} more`] : [])].join("\n");
}

const thereIs = ({ elements }: Screen): string => {
  const names = elements.flatMap(({ label, number }) => (number === undefined || label === "" ? [] : [cut(label, 30)]));
  if (names.length === 0) return "it shows nothing that can be touched";
  return `there is ${names.slice(0, 25).join(", ")}${names.length > 25 ? ", …" : ""}`;
};
