import { createHash } from "node:crypto";
import type { Element } from "./elements.ts";

const BANDS = 90;
const PER_BAND = 1_000;
/** Fewer than a band has, so that there is always one left. What is beyond them can be meant by its words. */
const NUMBERED_MAX = 500;

/**
 * Gives what can be touched its number, made from what it is and where it is: ten thousands and thousands say how far down
 * it stands (10 at the top of the screen, 99 at its foot), the rest is a hash. So a number needs no memory on the server:
 * the same element has it in every dump, on whichever server, for as long as it neither goes nor moves, and no other.
 */
export function numbered(elements: readonly Element[], heightPx: number): Element[] {
  const taken = new Set<number>();
  return elements.map((element) => {
    if (element.number === undefined) return element;
    if (taken.size === NUMBERED_MAX) return { ...element, number: undefined };
    const { left, top, right, bottom } = element.node.bounds;
    const base = bandOf((top + bottom) / 2, heightPx) * PER_BAND;
    let rest = hash(`${element.kind}\n${left} ${top} ${right} ${bottom}`) % PER_BAND;
    while (taken.has(base + rest)) rest = (rest + 1) % PER_BAND;
    taken.add(base + rest);
    return { ...element, number: base + rest };
  });
}

/** The numbered elements that stand where a number says that its own stood, the nearest first. */
export function standingWhere(number: number, elements: readonly Element[]): Element[] {
  const band = Math.floor(number / PER_BAND);
  const distance = ({ number: other = 0 }: Element) => Math.abs(Math.floor(other / PER_BAND) - band);
  return elements
    .filter((element) => element.number !== undefined && distance(element) <= 5)
    .toSorted((a, b) => distance(a) - distance(b));
}

const bandOf = (y: number, heightPx: number): number =>
  10 + Math.min(BANDS - 1, Math.max(0, Math.floor((y * BANDS) / Math.max(1, heightPx))));

const hash = (text: string): number => createHash("sha256").update(text).digest().readUInt32LE();
