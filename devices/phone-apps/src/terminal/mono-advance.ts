import { createCanvas } from "@napi-rs/canvas";
import { fontFor } from "@terrarium/phone-ui/render/fonts";

const MEASURED_PX = 100;
let advance: number | undefined;

/** Returns the width of a column, as a fraction of the font size. */
export function monoAdvance(): number {
  advance ??= measureAdvance();
  return advance;
}

function measureAdvance(): number {
  const context = createCanvas(1, 1).getContext("2d");
  context.font = fontFor("0", { sizePx: MEASURED_PX, weight: 400 }, "mono");
  return context.measureText("0").width / MEASURED_PX;
}
