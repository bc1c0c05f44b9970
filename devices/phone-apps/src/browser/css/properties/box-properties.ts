import type { ComputedStyle, Display } from "../computed-style.ts";
import { isTransparent, readColor, splitValue } from "../values.ts";
import { readPositive, type Apply, type PropertyTable } from "./property.ts";

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

export function sizeProperty(key: "width" | "height" | "minWidth" | "maxWidth" | "minHeight" | "basis"): Apply {
  return (style, value, { units }) => {
    if (/^(auto|none|content|fit-content|max-content|min-content|initial|unset)$/.test(value)) style[key] = undefined;
    else style[key] = readPositive(value, units) ?? style[key];
  };
}

/** What kind of box it is, how large, and what lies behind it. */
export const boxProperties: PropertyTable = {
  background: applyBackground,
  "background-color": applyBackground,
  "background-image": (style, value) => {
    if (value.includes("gradient(")) applyBackground(style, value);
  },
  display: (style, value) => {
    style.display = displays[value] ?? style.display;
  },
  // What stands to a side in a wide window stands in line here, with the text going on beside it.
  float: (style, value) => {
    if ((value === "left" || value === "right") && style.display === "block") style.display = "inline-block";
  },
  "box-sizing": (style, value) => {
    style.borderBox = value === "border-box";
  },
  width: sizeProperty("width"),
  height: sizeProperty("height"),
  "min-width": sizeProperty("minWidth"),
  "max-width": sizeProperty("maxWidth"),
  "min-height": sizeProperty("minHeight"),
};
