import type { ComputedStyle, Edges } from "../css/computed-style.ts";
import { lengthIn } from "../css/values.ts";
import type { Box, Look } from "./box.ts";
import type { LaidLine } from "./line-breaker.ts";

/** A box that was laid out. Places are dp from the top left of the border box it is in. */
export interface Fragment {
  box: Box;
  x: number;
  y: number;
  width: number;
  height: number;
  children: readonly Fragment[];
  lines: readonly LaidLine[];
  marker?: { text: string; look: Look };
  /** Sides without their border, as a neighbour's stands there. */
  without?: { top: boolean; left: boolean };
}

/** What padding and border take on each side, in dp; percentages are of the width around the box. */
export function insets(style: ComputedStyle, containing: number): Edges<number> {
  const side = (name: keyof Edges<number>): number => {
    const { width, visible } = style.border[name];
    return lengthIn(style.padding[name], containing) + (visible ? width : 0);
  };
  return { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
}

/** Margins in dp; those that are to be found out count as none. */
export function margins({ margin }: ComputedStyle, containing: number): Edges<number> {
  const side = (name: keyof Edges<number>): number => {
    const length = margin[name];
    return length === "auto" ? 0 : lengthIn(length, containing);
  };
  return { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
}

/** The border box's width that the style asks for, within its limits; undefined where it asks for none. */
export function givenWidth(style: ComputedStyle, containing: number): number | undefined {
  return style.width && limitedWidth(style, outer(style, lengthIn(style.width, containing), containing), containing);
}

export function limitedWidth(style: ComputedStyle, width: number, containing: number): number {
  const { minWidth, maxWidth } = style;
  const most = maxWidth ? outer(style, lengthIn(maxWidth, containing), containing) : Infinity;
  const least = minWidth ? outer(style, lengthIn(minWidth, containing), containing) : 0;
  return Math.max(0, least, Math.min(most, width));
}

function outer(style: ComputedStyle, width: number, containing: number): number {
  if (style.borderBox) return width;
  const { left, right } = insets(style, containing);
  return width + left + right;
}

/** The least height of the border box. What does not fit makes it higher: nothing is cut off. */
export function leastHeight(style: ComputedStyle, containing: number): number {
  const { top, bottom } = insets(style, containing);
  const given = [style.height, style.minHeight].map((each) => (each && each.percent === 0 ? each.dp : 0));
  const most = Math.max(...given);
  return most === 0 ? 0 : style.borderBox ? most : most + top + bottom;
}
