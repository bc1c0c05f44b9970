import type { ComputedStyle } from "../computed-style.ts";
import { readLength, type Length, type Units } from "../values.ts";

/** What a property does to a style. What it does not understand changes nothing. */
export type Apply = (style: ComputedStyle, value: string, context: PropertyContext) => void;

export type PropertyTable = Readonly<Record<string, Apply>>;

export interface PropertyContext {
  parent: ComputedStyle;
  units: Units;
}

/** A length that is not below nothing, as paddings and sizes have. */
export function readPositive(text: string, units: Units): Length | undefined {
  const length = readLength(text, units);
  return length && (length.percent < 0 || (length.dp < 0 && length.percent === 0)) ? undefined : length;
}
