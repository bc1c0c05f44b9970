import type { ComputedStyle, FlexAlign } from "../computed-style.ts";
import { nothing, readLength, splitValue, type Length } from "../values.ts";
import { sizeProperty } from "./box-properties.ts";
import { readPositive, type Apply, type PropertyContext, type PropertyTable } from "./property.ts";

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

function flexAlign(key: "justify" | "align"): Apply {
  return (style, value) => {
    style[key] = flexAligns[value] ?? style[key];
  };
}

function gap(keys: readonly ("rowGap" | "columnGap")[]): Apply {
  return (style, value, { units }) => {
    const [row, column = row] = splitValue(value).map((part) => readPositive(part, units));
    if (keys.includes("rowGap")) style.rowGap = row ?? style.rowGap;
    if (keys.includes("columnGap")) style.columnGap = column ?? style.columnGap;
  };
}

/** How a container shares its room among what is in it. */
export const flexProperties: PropertyTable = {
  flex: applyFlex,
  "flex-grow": (style, value) => {
    if (/^\d*\.?\d+$/.test(value)) style.grow = Number(value);
  },
  "flex-shrink": (style, value) => {
    if (/^\d*\.?\d+$/.test(value)) style.shrink = Number(value);
  },
  "flex-basis": sizeProperty("basis"),
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
};
