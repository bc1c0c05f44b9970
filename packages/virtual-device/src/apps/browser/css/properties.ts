import {
  linkColor,
  type Align,
  type Border,
  type ComputedStyle,
  type Display,
  type Edges,
  type FlexAlign,
} from "./computed-style.ts";
import {
  isTransparent,
  lengthIn,
  nothing,
  readColor,
  readLength,
  splitValue,
  type Length,
  type Units,
} from "./values.ts";

/** What a property does to a style. What it does not understand changes nothing. */
type Apply = (style: ComputedStyle, value: string, context: PropertyContext) => void;

export interface PropertyContext {
  parent: ComputedStyle;
  units: Units;
}

const smallestFont = 6;
const largestFont = 96;
const sides = ["top", "right", "bottom", "left"] as const;

export function applyProperty(style: ComputedStyle, property: string, value: string, context: PropertyContext): void {
  const text = value.trim().toLowerCase();
  if (text === "inherit") return inherit(style, property, context.parent);
  properties[property]?.(style, text, context);
}

/** The few that pages take over by name; most others come from around the element anyway. */
function inherit(style: ComputedStyle, property: string, parent: ComputedStyle): void {
  if (property === "color") style.color = parent.color;
  else if (property === "font-size") style.fontSize = parent.fontSize;
  else if (property === "background" || property === "background-color") style.background = parent.background;
  else if (property === "text-align") style.textAlign = parent.textAlign;
  else if (property === "text-decoration") style.underline = parent.underline;
  else if (property === "display") style.display = parent.display;
  else if (property === "border-radius") style.radius = parent.radius;
  else if (property === "font" || property === "font-weight") style.bold = parent.bold;
  if (property === "font")
    Object.assign(style, { fontSize: parent.fontSize, italic: parent.italic, mono: parent.mono });
}

const displays: Readonly<Record<string, Display>> = {
  none: "none",
  block: "block",
  "flow-root": "block",
  inline: "inline",
  contents: "block",
  "inline-block": "inline-block",
  "list-item": "list-item",
  flex: "flex",
  "-webkit-flex": "flex",
  "inline-flex": "inline-flex",
  grid: "block",
  "inline-grid": "inline-block",
  table: "table",
  "inline-table": "table",
  "table-row-group": "table-row-group",
  "table-header-group": "table-row-group",
  "table-footer-group": "table-row-group",
  "table-row": "table-row",
  "table-cell": "table-cell",
  "table-caption": "table-caption",
  "table-column": "none",
  "table-column-group": "none",
};

const aligns: Readonly<Record<string, Align>> = {
  left: "start",
  start: "start",
  justify: "start",
  center: "center",
  "-webkit-center": "center",
  right: "end",
  end: "end",
};

const flexAligns: Readonly<Record<string, FlexAlign>> = {
  normal: "stretch",
  stretch: "stretch",
  "flex-start": "start",
  start: "start",
  left: "start",
  baseline: "start",
  center: "center",
  "flex-end": "end",
  end: "end",
  right: "end",
  "space-between": "between",
  "space-around": "around",
  "space-evenly": "evenly",
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

function applyBackground(style: ComputedStyle, value: string): void {
  // Of a gradient its first colour; a picture behind text is left out.
  const parts = splitValue(value).flatMap((part) =>
    /gradient\(/.test(part) ? splitArguments(part.slice(part.indexOf("(") + 1, -1)).flatMap(splitValue) : [part],
  );
  const color = parts.map((part) => readColor(part)).find((each) => each !== undefined);
  if (color !== undefined) style.background = isTransparent(color) ? undefined : color;
  else if (value === "none" || value === "initial" || value === "unset") style.background = undefined;
}

function splitArguments(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
}

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
      const length = readPadding(value, units);
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

function readPadding(text: string, units: Units): Length | undefined {
  const length = readLength(text, units);
  return length && (length.percent < 0 || (length.dp < 0 && length.percent === 0)) ? undefined : length;
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

/** none | auto | grow [shrink] [basis] */
function applyFlex(style: ComputedStyle, value: string, { units }: PropertyContext): void {
  if (value === "none" || value === "auto" || value === "initial") {
    style.grow = value === "auto" ? 1 : 0;
    style.shrink = value === "none" ? 0 : 1;
    style.basis = undefined;
    return;
  }
  const numbers: number[] = [];
  let basis: Length | undefined = nothing;
  for (const part of splitValue(value)) {
    if (/^\d*\.?\d+$/.test(part)) numbers.push(Number(part));
    else basis = part === "auto" ? undefined : readLength(part, units);
  }
  style.grow = numbers[0] ?? 1;
  style.shrink = numbers[1] ?? 1;
  style.basis = basis;
}

function size(key: "width" | "height" | "minWidth" | "maxWidth" | "minHeight" | "basis"): Apply {
  return (style, value, { units }) => {
    if (/^(auto|none|content|fit-content|max-content|min-content|initial|unset)$/.test(value)) style[key] = undefined;
    else style[key] = readPadding(value, units) ?? style[key];
  };
}

function flexAlign(key: "justify" | "align"): Apply {
  return (style, value) => {
    style[key] = flexAligns[value] ?? style[key];
  };
}

function gap(keys: readonly ("rowGap" | "columnGap")[]): Apply {
  return (style, value, { units }) => {
    const [row, column = row] = splitValue(value).map((part) => readPadding(part, units));
    if (keys.includes("rowGap")) style.rowGap = row ?? style.rowGap;
    if (keys.includes("columnGap")) style.columnGap = column ?? style.columnGap;
  };
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

const properties: Readonly<Record<string, Apply>> = {
  ...sideProperties(),
  color: (style, value) => {
    style.color = value === linkColor ? value : (readColor(value) ?? style.color);
  },
  background: applyBackground,
  "background-color": applyBackground,
  "background-image": (style, value) => {
    if (value.includes("gradient(")) applyBackground(style, value);
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
  display: (style, value) => {
    style.display = displays[value] ?? style.display;
  },
  // What stands to a side in a wide window stands in line here, with the text going on beside it.
  float: (style, value) => {
    if ((value === "left" || value === "right") && style.display === "block") style.display = "inline-block";
  },
  visibility: (style, value) => {
    style.invisible = value === "hidden" || value === "collapse";
  },
  opacity: (style, value) => {
    if (Number(value) === 0) style.invisible = true;
  },
  margin: (style, value, { units }) => {
    style.margin = applySides(style.margin, value, (text) => readMargin(text, units));
  },
  padding: (style, value, { units }) => {
    style.padding = applySides(style.padding, value, (text) => readPadding(text, units));
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
    const [left = nothing, right = left] = splitValue(value).map((text) => readPadding(text, units));
    style.padding = { ...style.padding, left, right };
  },
  "padding-block": (style, value, { units }) => {
    const [top = nothing, bottom = top] = splitValue(value).map((text) => readPadding(text, units));
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
    style.radius = readPadding(first, units) ?? style.radius;
  },
  "border-collapse": (style, value) => {
    style.borderCollapse = value === "collapse";
  },
  "border-spacing": (style, value, { units }) => {
    style.borderSpacing = readLength(splitValue(value)[0] ?? "", units)?.dp ?? style.borderSpacing;
  },
  "box-sizing": (style, value) => {
    style.borderBox = value === "border-box";
  },
  width: size("width"),
  height: size("height"),
  "min-width": size("minWidth"),
  "max-width": size("maxWidth"),
  "min-height": size("minHeight"),
  flex: applyFlex,
  "flex-grow": (style, value) => {
    if (/^\d*\.?\d+$/.test(value)) style.grow = Number(value);
  },
  "flex-shrink": (style, value) => {
    if (/^\d*\.?\d+$/.test(value)) style.shrink = Number(value);
  },
  "flex-basis": size("basis"),
  "flex-direction": (style, value) => {
    style.flexDirection = value.startsWith("column") ? "column" : "row";
  },
  "flex-wrap": (style, value) => {
    style.flexWrap = value.startsWith("wrap");
  },
  "flex-flow": (style, value) => {
    style.flexDirection = value.includes("column") ? "column" : "row";
    style.flexWrap = /\bwrap/.test(value);
  },
  "justify-content": flexAlign("justify"),
  "align-items": flexAlign("align"),
  "align-self": (style, value) => {
    style.alignSelf = value === "auto" ? undefined : flexAligns[value];
  },
  gap: gap(["rowGap", "columnGap"]),
  "grid-gap": gap(["rowGap", "columnGap"]),
  "row-gap": gap(["rowGap"]),
  "column-gap": gap(["columnGap"]),
  "list-style": applyListStyle,
  "list-style-type": applyListStyle,
  "vertical-align": (style, value) => {
    style.verticalAlign = verticalAligns.find((each) => each === value) ?? style.verticalAlign;
  },
};
