import { linkColor, type Align, type ComputedStyle } from "../computed-style.ts";
import { lengthIn, readColor, readLength, splitValue } from "../values.ts";
import type { PropertyContext, PropertyTable } from "./property.ts";

const smallestFont = 6;

const largestFont = 96;

const aligns: Readonly<Record<string, Align>> = {
  left: "start",
  start: "start",
  justify: "start",
  center: "center",
  "-webkit-center": "center",
  right: "end",
  end: "end",
};

export function readAlign(value: string): Align | undefined {
  return aligns[value];
}

const fontSizes: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
};

function applyFontSize(style: ComputedStyle, value: string, { parent, units }: PropertyContext): void {
  const relative = value === "smaller" ? 1 / 1.2 : value === "larger" ? 1.2 : undefined;
  const length = readLength(value, { ...units, fontSize: parent.fontSize });
  const size =
    fontSizes[value] ?? (relative ? parent.fontSize * relative : length && lengthIn(length, parent.fontSize));
  if (size !== undefined && size >= 0) style.fontSize = Math.max(smallestFont, Math.min(largestFont, size));
}

function applyWeight(style: ComputedStyle, value: string): void {
  if (value === "normal" || value === "lighter") style.bold = false;
  else if (value === "bold" || value === "bolder") style.bold = true;
  else if (/^\d+$/.test(value)) style.bold = Number(value) >= 600;
}

function applyLineHeight(style: ComputedStyle, value: string, { units }: PropertyContext): void {
  if (value === "normal") style.lineHeight = 1.3;
  const factor = /^\d*\.?\d+$/.test(value) ? Number(value) : undefined;
  const length = readLength(value, units);
  const height = factor ?? (length && lengthIn(length, style.fontSize) / style.fontSize);
  if (height !== undefined && height >= 0) style.lineHeight = Math.min(6, Math.max(0.9, height));
}

/** [style weight …] size[/line-height] family */
function applyFont(style: ComputedStyle, value: string, context: PropertyContext): void {
  const match =
    /^(.*?\s)?([\d.]+(?:px|pt|em|rem|%|vw)|(?:xx?-)?(?:small|large)|medium)(?:\s*\/\s*([\w.%]+))?\s+(.+)$/.exec(value);
  if (!match) return;
  const [, before = "", size = "", lineHeight = "normal", family = ""] = match;
  style.italic = /italic|oblique/.test(before);
  style.bold = false;
  for (const word of before.trim().split(/\s+/)) applyWeight(style, word);
  applyFontSize(style, size, context);
  applyLineHeight(style, lineHeight, context);
  applyFamily(style, family);
}

/** Of all fonts this device has one with letters of one width, and one without; the first that is named decides. */
function applyFamily(style: ComputedStyle, value: string): void {
  const [first = ""] = value.split(",").slice(0, 1);
  style.mono = /mono|courier|consolas|menlo|monaco|code/.test(first) || /^\s*(ui-)?monospace\s*$/.test(value);
}

function applyDecoration(style: ComputedStyle, value: string): void {
  if (!/none|underline|line-through|overline/.test(value)) return;
  style.underline = value.includes("underline");
  style.strikethrough = value.includes("line-through");
}

const verticalAligns = ["top", "middle", "bottom", "super", "sub"] as const;

const whiteSpaces = ["normal", "nowrap", "pre", "pre-wrap", "pre-line"] as const;

const textTransforms = ["none", "uppercase", "lowercase", "capitalize"] as const;

const listStyles: Readonly<Record<string, ComputedStyle["listStyle"]>> = {
  disc: "disc",
  circle: "circle",
  square: "square",
  decimal: "decimal",
  "decimal-leading-zero": "decimal",
  "lower-alpha": "lower-alpha",
  "lower-latin": "lower-alpha",
  "upper-alpha": "upper-alpha",
  "upper-latin": "upper-alpha",
  "lower-roman": "lower-roman",
  "upper-roman": "upper-roman",
  none: "none",
};

function applyListStyle(style: ComputedStyle, value: string): void {
  for (const part of splitValue(value)) style.listStyle = listStyles[part] ?? style.listStyle;
}

/** How letters look, and how lines are made of them. */
export const textProperties: PropertyTable = {
  color: (style, value) => {
    style.color = value === linkColor ? value : (readColor(value) ?? style.color);
  },
  font: applyFont,
  "font-size": applyFontSize,
  "font-weight": applyWeight,
  "font-style": (style, value) => {
    style.italic = value === "italic" || value.startsWith("oblique");
  },
  "font-family": applyFamily,
  "line-height": applyLineHeight,
  "text-align": (style, value) => {
    style.textAlign = readAlign(value) ?? style.textAlign;
  },
  "text-decoration": applyDecoration,
  "text-decoration-line": applyDecoration,
  "text-transform": (style, value) => {
    style.textTransform = textTransforms.find((each) => each === value) ?? style.textTransform;
  },
  "white-space": (style, value) => {
    style.whiteSpace = whiteSpaces.find((each) => each === value) ?? style.whiteSpace;
  },
  visibility: (style, value) => {
    style.invisible = value === "hidden" || value === "collapse";
  },
  opacity: (style, value) => {
    if (Number(value) === 0) style.invisible = true;
  },
  "list-style": applyListStyle,
  "list-style-type": applyListStyle,
  "vertical-align": (style, value) => {
    style.verticalAlign = verticalAligns.find((each) => each === value) ?? style.verticalAlign;
  },
};
