import type { Align, InlineStyle } from "./page-model.ts";

/** What a `style` attribute changes: only what has a meaning for text in a flow. */
export interface CssChanges {
  style: Partial<InlineStyle>;
  align: Align | undefined;
  hidden: boolean;
  pre: boolean | undefined;
}

const smallestSize = 9;
const largestSize = 48;

/** Reads declarations such as `color: #333; font-weight: bold`; what is not understood is left out. */
export function readInlineCss(text: string, current: InlineStyle): CssChanges {
  const changes: CssChanges = { style: {}, align: undefined, hidden: false, pre: undefined };
  for (const declaration of text.slice(0, 2000).split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const value = declaration
      .slice(colon + 1)
      .replace(/!important\s*$/i, "")
      .trim()
      .toLowerCase();
    apply(changes, declaration.slice(0, colon).trim().toLowerCase(), value, current);
  }
  return changes;
}

function apply(changes: CssChanges, property: string, value: string, current: InlineStyle): void {
  const { style } = changes;
  switch (property) {
    case "color":
      style.color = readColor(value) ?? style.color;
      break;
    case "background":
    case "background-color":
      style.background = readColor(value);
      break;
    case "font-weight":
      style.bold = value === "bold" || value === "bolder" || Number(value) >= 600;
      break;
    case "font-style":
      style.italic = value === "italic" || value.startsWith("oblique");
      break;
    case "font-family":
      style.mono = /mono|courier|consolas|menlo/.test(value);
      break;
    case "font-size":
      style.size = readSize(value, current.size) ?? current.size;
      break;
    case "text-decoration":
    case "text-decoration-line":
      style.underline = value.includes("underline");
      style.strikethrough = value.includes("line-through");
      break;
    case "text-align":
      changes.align = readAlign(value);
      break;
    case "display":
      changes.hidden = value === "none";
      break;
    case "visibility":
      changes.hidden ||= value === "hidden";
      break;
    case "white-space":
      changes.pre = value.startsWith("pre");
      break;
  }
}

export function readAlign(value: string): Align | undefined {
  if (value === "center") return "center";
  if (value === "right" || value === "end") return "end";
  return value === "left" || value === "start" || value === "justify" ? "start" : undefined;
}

function readSize(value: string, current: number): number | undefined {
  const [, number = "", unit = ""] = /^(\d*\.?\d+)(px|pt|em|rem|%)$/.exec(value) ?? [];
  const factors: Record<string, number> = { px: 1, pt: 4 / 3, em: current, rem: 16, "%": current / 100 };
  const factor = factors[unit];
  if (factor === undefined) return undefined;
  return Math.max(smallestSize, Math.min(largestSize, Number(number) * factor));
}

/** The colour in the form #rrggbb; undefined for what is none, or lets something through. */
export function readColor(value: string): string | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1];
  if (hex !== undefined) return `#${hex.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex}`;
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(?:1|100%|1\.0+)\s*)?\)$/.exec(value);
  if (rgb)
    return `#${rgb
      .slice(1)
      .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0"))
      .join("")}`;
  return namedColors[value];
}

/** CSS's basic colours (CSS Color 4, section 6.1) and a few that pages often use. */
const namedColors: Readonly<Record<string, string>> = {
  black: "#000000",
  silver: "#c0c0c0",
  gray: "#808080",
  grey: "#808080",
  white: "#ffffff",
  maroon: "#800000",
  red: "#ff0000",
  purple: "#800080",
  fuchsia: "#ff00ff",
  magenta: "#ff00ff",
  green: "#008000",
  lime: "#00ff00",
  olive: "#808000",
  yellow: "#ffff00",
  navy: "#000080",
  blue: "#0000ff",
  teal: "#008080",
  aqua: "#00ffff",
  cyan: "#00ffff",
  orange: "#ffa500",
  pink: "#ffc0cb",
  brown: "#a52a2a",
  gold: "#ffd700",
  crimson: "#dc143c",
  tomato: "#ff6347",
  darkgreen: "#006400",
  darkblue: "#00008b",
  darkred: "#8b0000",
  lightgray: "#d3d3d3",
  lightgrey: "#d3d3d3",
  steelblue: "#4682b4",
  rebeccapurple: "#663399",
};
