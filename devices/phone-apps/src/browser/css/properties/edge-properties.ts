import type { Border, ComputedStyle, Edges } from "../computed-style.ts";
import { nothing, readColor, readLength, splitValue, type Length, type Units } from "../values.ts";
import { readPositive, type Apply, type PropertyContext, type PropertyTable } from "./property.ts";

const sides = ["top", "right", "bottom", "left"] as const;

/** One to four values for the four sides. */
function applySides<Value>(
  target: Edges<Value>,
  value: string,
  read: (text: string) => Value | undefined,
): Edges<Value> {
  const values = splitValue(value).map(read);
  const [top, right = top, bottom = top, left = right] = values;
  if (top === undefined || right === undefined || bottom === undefined || left === undefined || values.length > 4)
    return target;
  return { top, right, bottom, left };
}

const borderWidths: Readonly<Record<string, number>> = { thin: 1, medium: 3, thick: 5 };

function readBorderWidth(text: string, units: Units): number | undefined {
  const width = borderWidths[text] ?? readLength(text, units)?.dp;
  return width === undefined || width < 0 ? undefined : Math.min(width, 60);
}

const borderStyles = /^(none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)$/;

/** width, style and colour in any order; what is not named is as at first. */
function readBorder(value: string, { units }: PropertyContext): Border | undefined {
  const border = { width: 3, color: "", visible: false };
  for (const part of splitValue(value)) {
    const width = readBorderWidth(part, units);
    if (borderStyles.test(part)) border.visible = part !== "none" && part !== "hidden";
    else if (width === undefined) border.color = readColor(part) ?? border.color;
    else border.width = width;
  }
  return border;
}

function sideProperties(): Record<string, Apply> {
  const found: Record<string, Apply> = {};
  for (const side of sides) {
    found[`margin-${side}`] = (style, value, { units }) => {
      const length = readMargin(value, units);
      if (length) style.margin = { ...style.margin, [side]: length };
    };
    found[`padding-${side}`] = (style, value, { units }) => {
      const length = readPositive(value, units);
      if (length) style.padding = { ...style.padding, [side]: length };
    };
    const change = (style: ComputedStyle, part: Partial<Border>): void => {
      style.border = { ...style.border, [side]: { ...style.border[side], ...part } };
    };
    found[`border-${side}`] = (style, value, context) => {
      const border = readBorder(value, context);
      if (border) change(style, border);
    };
    found[`border-${side}-width`] = (style, value, { units }) => {
      const width = readBorderWidth(value, units);
      if (width !== undefined) change(style, { width });
    };
    found[`border-${side}-color`] = (style, value) => change(style, { color: readColor(value) ?? "" });
    found[`border-${side}-style`] = (style, value) =>
      change(style, { visible: value !== "none" && value !== "hidden" });
  }
  return found;
}

function readMargin(text: string, units: Units): Length | "auto" | undefined {
  return text === "auto" ? "auto" : readLength(text, units);
}

function changeBorders(style: ComputedStyle, parts: Edges<Partial<Border>>): void {
  const { border } = style;
  style.border = {
    top: { ...border.top, ...parts.top },
    right: { ...border.right, ...parts.right },
    bottom: { ...border.bottom, ...parts.bottom },
    left: { ...border.left, ...parts.left },
  };
}

function applyBorderPart(
  style: ComputedStyle,
  value: string,
  read: (text: string) => Partial<Border> | undefined,
): void {
  const parts = applySides<Partial<Border>>({ top: {}, right: {}, bottom: {}, left: {} }, value, read);
  changeBorders(style, parts);
}

/** Margins, borders and paddings. */
export const edgeProperties: PropertyTable = {
  ...sideProperties(),
  margin: (style, value, { units }) => {
    style.margin = applySides(style.margin, value, (text) => readMargin(text, units));
  },
  padding: (style, value, { units }) => {
    style.padding = applySides(style.padding, value, (text) => readPositive(text, units));
  },
  "margin-inline": (style, value, { units }) => {
    const [left = nothing, right = left] = splitValue(value).map((text) => readMargin(text, units));
    style.margin = { ...style.margin, left, right };
  },
  "margin-block": (style, value, { units }) => {
    const [top = nothing, bottom = top] = splitValue(value).map((text) => readMargin(text, units));
    style.margin = { ...style.margin, top, bottom };
  },
  "padding-inline": (style, value, { units }) => {
    const [left = nothing, right = left] = splitValue(value).map((text) => readPositive(text, units));
    style.padding = { ...style.padding, left, right };
  },
  "padding-block": (style, value, { units }) => {
    const [top = nothing, bottom = top] = splitValue(value).map((text) => readPositive(text, units));
    style.padding = { ...style.padding, top, bottom };
  },
  border: (style, value, context) => {
    const border = readBorder(value, context);
    if (border) style.border = { top: border, right: border, bottom: border, left: border };
  },
  "border-width": (style, value, { units }) =>
    applyBorderPart(style, value, (text) => {
      const width = readBorderWidth(text, units);
      return width === undefined ? undefined : { width };
    }),
  "border-color": (style, value) => applyBorderPart(style, value, (text) => ({ color: readColor(text) ?? "" })),
  "border-style": (style, value) =>
    applyBorderPart(style, value, (text) => ({ visible: text !== "none" && text !== "hidden" })),
  "border-radius": (style, value, { units }) => {
    const [first = ""] = splitValue(value.split("/")[0] ?? "");
    style.radius = readPositive(first, units) ?? style.radius;
  },
  "border-collapse": (style, value) => {
    style.borderCollapse = value === "collapse";
  },
  "border-spacing": (style, value, { units }) => {
    style.borderSpacing = readLength(splitValue(value)[0] ?? "", units)?.dp ?? style.borderSpacing;
  },
};
