import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { fontFor } from "@terrarium/phone-ui/render/fonts";
import type { Look } from "./box.ts";

type Font = Pick<Look, "size" | "bold" | "italic" | "mono" | "japanese">;

const maxKept = 20_000;
/** Words are measured at this size, at which rounding does not count. */
const measuredSize = 100;
const kept = new Map<string, number>();
let context: SKRSContext2D | undefined;

/** The canvas font for a text of a page. */
export function pageFont(text: string, { size, bold, italic, mono, japanese }: Font, scale: number): string {
  return fontFor(text, { sizePx: size * scale, weight: bold ? 700 : 400, italic, japanese }, mono ? "mono" : "sans");
}

/** Width on one line, in dp. */
export function measure(text: string, font: Font): number {
  const key = `${font.bold ? "b" : ""}${font.italic ? "i" : ""}${font.mono ? "m" : ""}${font.japanese ? "j" : ""} ${text}`;
  let width = kept.get(key);
  if (width === undefined) {
    context ??= createCanvas(1, 1).getContext("2d");
    context.font = pageFont(text, { ...font, size: measuredSize }, 1);
    width = context.measureText(text).width / measuredSize;
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, width);
  }
  return width * font.size;
}

/** Lets go of what was measured, when no page is open any more. */
export function forgetMeasures(): void {
  kept.clear();
}
