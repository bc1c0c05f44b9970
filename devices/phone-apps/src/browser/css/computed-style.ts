import { nothing, type Length } from "./values.ts";

export type Display =
  | "none"
  | "block"
  | "inline"
  | "inline-block"
  | "list-item"
  | "flex"
  | "inline-flex"
  | "table"
  | "table-row-group"
  | "table-row"
  | "table-cell"
  | "table-caption";

export type Align = "start" | "center" | "end";
/** Where something goes along a flex container's axes. */
export type FlexAlign = Align | "stretch" | "between" | "around" | "evenly";

export interface Edges<Value> {
  top: Value;
  right: Value;
  bottom: Value;
  left: Value;
}

export interface Border {
  /** dp */
  width: number;
  color: string;
  visible: boolean;
}

/** How an element looks, with all that it has from those around it. Lengths are dp before the user's font size. */
export interface ComputedStyle extends InheritedStyle {
  display: Display;
  /** As a canvas takes it. */
  background: string | undefined;
  margin: Edges<Length | "auto">;
  padding: Edges<Length>;
  border: Edges<Border>;
  radius: Length;
  /** undefined is auto, or none for the limits. */
  width: Length | undefined;
  height: Length | undefined;
  minWidth: Length | undefined;
  maxWidth: Length | undefined;
  minHeight: Length | undefined;
  borderBox: boolean;
  flexDirection: "row" | "column";
  flexWrap: boolean;
  justify: FlexAlign;
  align: FlexAlign;
  alignSelf: FlexAlign | undefined;
  rowGap: Length;
  columnGap: Length;
  grow: number;
  shrink: number;
  basis: Length | undefined;
  verticalAlign: "top" | "middle" | "bottom" | "super" | "sub";
}

/** Stands for the colour that links have on the page's paper. */
export const linkColor = "-link";

/** What an element passes on to what is in it. */
interface InheritedStyle {
  /** undefined: what can be read on the page's paper. */
  color: string | undefined;
  fontSize: number;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  underline: boolean;
  strikethrough: boolean;
  /** Times the size of the font. */
  lineHeight: number;
  textAlign: Align;
  whiteSpace: "normal" | "nowrap" | "pre" | "pre-wrap" | "pre-line";
  textTransform: "none" | "uppercase" | "lowercase" | "capitalize";
  listStyle:
    | "disc"
    | "circle"
    | "square"
    | "decimal"
    | "lower-alpha"
    | "upper-alpha"
    | "lower-roman"
    | "upper-roman"
    | "none";
  borderCollapse: boolean;
  /** dp */
  borderSpacing: number;
  /** Takes its room, but is not seen. */
  invisible: boolean;
}

const noBorder: Border = { width: 3, color: "", visible: false };

/** Of what has no element around it. */
export const initialStyle: ComputedStyle = {
  color: undefined,
  fontSize: 16,
  bold: false,
  italic: false,
  mono: false,
  underline: false,
  strikethrough: false,
  lineHeight: 1.3,
  textAlign: "start",
  whiteSpace: "normal",
  textTransform: "none",
  listStyle: "disc",
  borderCollapse: false,
  borderSpacing: 2,
  invisible: false,
  display: "inline",
  background: undefined,
  margin: { top: nothing, right: nothing, bottom: nothing, left: nothing },
  padding: { top: nothing, right: nothing, bottom: nothing, left: nothing },
  border: { top: noBorder, right: noBorder, bottom: noBorder, left: noBorder },
  radius: nothing,
  width: undefined,
  height: undefined,
  minWidth: undefined,
  maxWidth: undefined,
  minHeight: undefined,
  borderBox: false,
  flexDirection: "row",
  flexWrap: false,
  justify: "start",
  align: "stretch",
  alignSelf: undefined,
  rowGap: nothing,
  columnGap: nothing,
  grow: 0,
  shrink: 1,
  basis: undefined,
  verticalAlign: "top",
};

/** The style with which an element in one of this style begins. */
export function inheritFrom(parent: ComputedStyle): ComputedStyle {
  return {
    ...initialStyle,
    color: parent.color,
    fontSize: parent.fontSize,
    bold: parent.bold,
    italic: parent.italic,
    mono: parent.mono,
    underline: parent.underline,
    strikethrough: parent.strikethrough,
    lineHeight: parent.lineHeight,
    textAlign: parent.textAlign,
    whiteSpace: parent.whiteSpace,
    textTransform: parent.textTransform,
    listStyle: parent.listStyle,
    borderCollapse: parent.borderCollapse,
    borderSpacing: parent.borderSpacing,
    invisible: parent.invisible,
  };
}
