import type { FontWeight } from "./fonts.ts";
import type { FontSpec } from "./text-layout.ts";

export interface TextStyle {
  /** dp */
  size: number;
  /** dp */
  lineHeight: number;
  weight: FontWeight;
  color: string;
  /** dp */
  letterSpacing?: number;
  textAlign?: "start" | "center" | "end";
  /** Whether the text ignores the font size setting, as on keys and in the status bar. */
  fixed?: boolean;
}

/** A part of a text with its own style or touch handlers; unset properties come from the text's style. */
export interface TextSpan {
  text: string;
  /** dp */
  size?: number;
  weight?: FontWeight;
  italic?: boolean;
  /** Whether all Latin letters have the same width. */
  mono?: boolean;
  /** Whether the span is part of a Japanese text, even without kana. */
  japanese?: boolean;
  color?: string;
  background?: string;
  underline?: boolean;
  strikethrough?: boolean;
  /** Height above the baseline, relative to the font size. */
  rise?: number;
  /** Touch handlers; adjacent spans with the same object form one touch target. */
  touch?: SpanTouch;
}

/** Id and touch handlers of a span, as nodes have them. */
export interface SpanTouch {
  id?: string;
  onPress?: () => void;
  onLongPress?: () => void;
  rippleColor?: string;
}

/** A line of a text with spans; positions are relative to the text's top. */
export interface RichLine {
  /** Start in the concatenated text of all spans. */
  start: number;
  end: number;
  topPx: number;
  heightPx: number;
  baselinePx: number;
  rtl: boolean;
}

/** Adjacent letters of one span; positions are relative to the text's top left corner. */
export interface RichRun {
  span: TextSpan;
  font: FontSpec;
  text: string;
  leftPx: number;
  widthPx: number;
  rtl: boolean;
}

/** Lines for a width, with the values computed for them. */
export interface RichLayout {
  availablePx: number;
  widestPx: number;
  heightPx: number;
  lines: RichLine[];
  text: string;
  /** Start of each span in the text, followed by the end of the last one. */
  starts: number[];
  fonts: FontSpec[];
  /** Content of the lines that were placed so far. */
  runs: Map<RichLine, { runs: RichRun[]; children: { index: number; leftPx: number }[] }>;
}
