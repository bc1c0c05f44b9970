import type { Pixels } from "../device/device-session.ts";

/** A mark on a screenshot, in the screen's pixels. */
export type Mark =
  /** A frame with a number at its corner. */
  | { shape: "box"; left: number; top: number; right: number; bottom: number; number: number }
  /** A finger's path: a dot at each end, and the line between. */
  | { shape: "way"; points: readonly { x: number; y: number }[] };

interface Rectangle {
  left: number;
  top: number;
  widthPx: number;
  heightPx: number;
}

type Colour = readonly [red: number, green: number, blue: number];

const MARK: Colour = [226, 35, 55];
const INK: Colour = [255, 255, 255];
const FRAME_PX = 2;
const WAY_PX = 6;
const DOT_PX = 24;
/** Size of one dot of a digit. */
const FONT_PX = 3;
/** Three dots wide and five high, row by row. */
const DIGITS = [
  "111101101101111",
  "010110010010111",
  "111001111100111",
  "111001111001111",
  "101101111001001",
  "111100111001111",
  "111100111101111",
  "111001010010010",
  "111101111101111",
  "111101111001111",
];

/** Draws marks on an image, in place, clipped to it. */
export function draw(pixels: Pixels, marks: readonly Mark[]): void {
  for (const mark of marks) {
    if (mark.shape === "box") drawBox(pixels, mark);
    else drawWay(pixels, mark.points);
  }
}

function drawBox(pixels: Pixels, { left, top, right, bottom, number }: Extract<Mark, { shape: "box" }>): void {
  const widthPx = right - left;
  const heightPx = bottom - top;
  fill(pixels, { left, top, widthPx, heightPx: FRAME_PX }, MARK);
  fill(pixels, { left, top: bottom - FRAME_PX, widthPx, heightPx: FRAME_PX }, MARK);
  fill(pixels, { left, top, widthPx: FRAME_PX, heightPx }, MARK);
  fill(pixels, { left: right - FRAME_PX, top, widthPx: FRAME_PX, heightPx }, MARK);
  drawNumber(pixels, { left, top }, number);
}

function drawNumber(pixels: Pixels, { left, top }: { left: number; top: number }, number: number): void {
  const digits = String(number)
    .split("")
    .map((digit) => DIGITS[Number(digit)] ?? "");
  fill(pixels, { left, top, widthPx: (digits.length * 4 + 1) * FONT_PX, heightPx: 7 * FONT_PX }, MARK);
  for (const [place, dots] of digits.entries())
    for (const [at, dot] of dots.split("").entries()) {
      const column = 1 + place * 4 + (at % 3);
      const row = 1 + Math.floor(at / 3);
      const square = { left: left + column * FONT_PX, top: top + row * FONT_PX, widthPx: FONT_PX, heightPx: FONT_PX };
      if (dot === "1") fill(pixels, square, INK);
    }
}

function drawWay(pixels: Pixels, points: readonly { x: number; y: number }[]): void {
  for (const [i, from] of points.entries()) {
    const to = points[i + 1] ?? from;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (WAY_PX / 2)));
    for (let step = 0; step <= steps; step++)
      dot(pixels, from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps, WAY_PX, MARK);
  }
  for (const end of [points[0], points.at(-1)]) {
    if (!end) continue;
    dot(pixels, end.x, end.y, DOT_PX, MARK);
    dot(pixels, end.x, end.y, DOT_PX / 3, INK);
  }
}

const dot = (pixels: Pixels, x: number, y: number, sizePx: number, colour: Colour): void =>
  fill(pixels, { left: x - sizePx / 2, top: y - sizePx / 2, widthPx: sizePx, heightPx: sizePx }, colour);

function fill(pixels: Pixels, { left, top, widthPx, heightPx }: Rectangle, [red, green, blue]: Colour): void {
  const toX = Math.min(pixels.widthPx, Math.round(left + widthPx));
  const toY = Math.min(pixels.heightPx, Math.round(top + heightPx));
  for (let y = Math.max(0, Math.round(top)); y < toY; y++)
    for (let x = Math.max(0, Math.round(left)); x < toX; x++)
      pixels.rgba.set([red, green, blue, 255], 4 * (y * pixels.widthPx + x));
}
