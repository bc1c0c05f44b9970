import { createHash } from "node:crypto";
import type { Element } from "./screen.ts";

const BANDS = 90;
const PER_BAND = 1_000;
/**
 * Fewer than the numbers of a band, so that a free one always exists. Elements beyond this limit can be named by their
 * words.
 */
const NUMBERED_MAX = 500;

/**
 * Assigns numbers to the controls, from their identity and position. The ten thousands and thousands give the vertical
 * position (10 at the top of the screen, 99 at the bottom); the rest is a hash. A number therefore needs no memory on
 * the server. An element has the same unique number in every dump, on every server, until it disappears or moves.
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

/** Returns the numbered elements near the vertical position that a number encodes, nearest first. */
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
