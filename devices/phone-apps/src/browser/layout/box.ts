import type { ComputedStyle } from "../css/computed-style.ts";
import type { PageControl, PageImage } from "../document/page-document.ts";

/** What a touch on a part of the page does. */
export type PageAction = { kind: "link"; href: string } | { kind: "label"; control: PageControl };

/** How letters look. One object for all text of an element. */
export interface Look {
  /** dp */
  size: number;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  japanese: boolean;
  underline: boolean;
  strikethrough: boolean;
  /** As a canvas takes it, or `linkColor`; undefined: what can be read on the paper. */
  color: string | undefined;
  background: string | undefined;
  /** Times the size. */
  lineHeight: number;
  /** How far above the line, times the size. */
  rise: number;
}

/** What stands in lines. */
export type Inline =
  | { kind: "text"; text: string; look: Look; action: PageAction | undefined; wrap: boolean }
  | { kind: "break" }
  | { kind: "box"; box: Box };

interface BoxBase {
  style: ComputedStyle;
  /** Ids that begin here, for links to parts of the page. */
  anchors: readonly string[];
  /** A touch anywhere on the box does this. */
  action: PageAction | undefined;
}

/** Boxes below each other. */
export interface FlowBox extends BoxBase {
  kind: "flow";
  children: readonly Box[];
  /** Before the first line of a list's item. */
  marker: { text: string; look: Look } | undefined;
}

/** Lines of text. */
export interface TextBox extends BoxBase {
  kind: "text";
  inlines: readonly Inline[];
}

export interface FlexBox extends BoxBase {
  kind: "flex";
  children: readonly Box[];
}

export interface TableBox extends BoxBase {
  kind: "table";
  caption: Box | undefined;
  rows: readonly TableRow[];
}

export interface TableRow {
  style: ComputedStyle;
  cells: readonly TableCell[];
}

export interface TableCell {
  box: FlowBox;
  columns: number;
  rows: number;
}

/** A picture or a control. */
export interface AtomBox extends BoxBase {
  kind: "atom";
  content: { image: PageImage } | { control: PageControl };
}

export type Box = FlowBox | TextBox | FlexBox | TableBox | AtomBox;
