import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";

/** A length that may grow with what it is in: `dp` and hundredths of the other's size. */
export interface Length {
  dp: number;
  percent: number;
}

/** What relative units are relative to, in dp. */
export interface Units {
  fontSize: number;
  rootFontSize: number;
  widthDp: number;
  heightDp: number;
}

export const nothing: Length = { dp: 0, percent: 0 };

export function lengthIn(length: Length, whole: number): number {
  return length.dp + (length.percent * whole) / 100;
}

const colorsMax = 2000;
const knownColors = new Map<string, string | undefined>();
let scratch: SKRSContext2D | undefined;

/** The colour as a canvas takes it; undefined for what is none. Skia knows all that CSS Color 4 calls a colour. */
export function readColor(value: string): string | undefined {
  const text = value.trim().toLowerCase();
  if (knownColors.has(text)) return knownColors.get(text);
  if (knownColors.size >= colorsMax) knownColors.clear();
  const color = text === "currentcolor" || text.length > 100 ? undefined : parseColor(text);
  knownColors.set(text, color);
  return color;
}

function parseColor(text: string): string | undefined {
  scratch ??= createCanvas(1, 1).getContext("2d");
  const tried = ["#010203", "#030201"].map((marker) => {
    if (!scratch) return marker;
    scratch.fillStyle = marker;
    scratch.fillStyle = text;
    return scratch.fillStyle;
  });
  // What is no colour leaves the one from before.
  const [first, second] = tried;
  return typeof first === "string" && first === second ? first : undefined;
}

export function isTransparent(color: string): boolean {
  return /^rgba\(.*, 0\)$/.test(color);
}

const absoluteUnits: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78 };

/** Reads a length, a percentage or a sum of these; undefined for anything else. */
export function readLength(value: string, units: Units): Length | undefined {
  const text = value.trim().toLowerCase();
  const calc = /^calc\((.*)\)$/s.exec(text)?.[1];
  if (calc !== undefined) return readSum(calc, units);
  const chosen = /^(min|max|clamp)\((.*)\)$/s.exec(text);
  if (chosen) return readChoice(chosen[1] ?? "", chosen[2] ?? "", units);
  const [, number = "", unit = ""] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?$/.exec(text) ?? [];
  if (number === "") return undefined;
  const amount = Math.max(-100_000, Math.min(100_000, Number(number)));
  if (unit === "%") return { dp: 0, percent: amount };
  const factor = unitFactor(unit, units);
  if (factor === undefined) return amount === 0 && unit === "" ? nothing : undefined;
  return { dp: amount * factor, percent: 0 };
}

function unitFactor(unit: string, { fontSize, rootFontSize, widthDp, heightDp }: Units): number | undefined {
  switch (unit) {
    case "em":
      return fontSize;
    case "rem":
      return rootFontSize;
    case "ch":
    case "ex":
      return fontSize / 2;
    case "vw":
    case "svw":
    case "dvw":
      return widthDp / 100;
    case "vh":
    case "svh":
    case "dvh":
      return heightDp / 100;
    case "vmin":
      return Math.min(widthDp, heightDp) / 100;
    case "vmax":
      return Math.max(widthDp, heightDp) / 100;
    default:
      return absoluteUnits[unit];
  }
}

/** Terms with plus and minus between them, each a length or one multiplied or divided by a number. */
function readSum(text: string, units: Units): Length | undefined {
  let [dp, percent] = [0, 0];
  for (const [, sign = "+", term = ""] of ` + ${text}`.matchAll(/\s([+-])\s+((?:(?!\s[+-]\s).)+)/gs)) {
    const factors = term.split(/\s*([*/])\s*/);
    let length: Length | undefined;
    let factor = sign === "-" ? -1 : 1;
    for (let at = 0; at < factors.length; at += 2) {
      const part = factors[at]?.trim() ?? "";
      if (/^[+-]?[\d.]+$/.test(part)) factor *= factors[at - 1] === "/" ? 1 / Number(part) : Number(part);
      else length = readLength(part.replace(/^\((.*)\)$/s, "calc($1)"), units);
    }
    if (!length || !Number.isFinite(factor)) return undefined;
    dp += length.dp * factor;
    percent += length.percent * factor;
  }
  return { dp, percent };
}

/** The parts with percentages are taken as parts of the screen's width. */
function readChoice(name: string, text: string, units: Units): Length | undefined {
  const values = text.split(",").map((part) => readLength(part, units) ?? readSum(part, units));
  const sizes = values.map((each) => (each ? lengthIn(each, units.widthDp) : Number.NaN));
  const [first = 0, second = 0, third = 0] = sizes;
  const size =
    name === "min"
      ? Math.min(...sizes)
      : name === "max"
        ? Math.max(...sizes)
        : Math.max(first, Math.min(second, third));
  const same = values.find((each, index) => each !== undefined && sizes[index] === size);
  return Number.isNaN(size) ? undefined : (same ?? { dp: size, percent: 0 });
}

/** The parts of a value between spaces, those within brackets or quotes kept together. */
export function splitValue(value: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const character of value) {
    if (character === "(") depth++;
    else if (character === ")") depth--;
    if (depth <= 0 && /\s/.test(character)) {
      if (part !== "") parts.push(part);
      part = "";
    } else part += character;
  }
  if (part !== "") parts.push(part);
  return parts;
}
