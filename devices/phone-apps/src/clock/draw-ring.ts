import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Colors } from "@terrarium/phone-ui/theme";

/** Draws a ring. The fraction `part`, 0 to 1, is lit clockwise from the top. */
export function drawRing(context: SKRSContext2D, sizePx: number, part: number, colors: Colors): void {
  const width = sizePx * 0.035;
  const radius = sizePx / 2 - width;
  const top = -Math.PI / 2;
  context.lineWidth = width;
  context.lineCap = "round";
  context.strokeStyle = colors.surfaceHighest;
  context.beginPath();
  context.arc(sizePx / 2, sizePx / 2, radius, 0, 2 * Math.PI);
  context.stroke();
  if (part <= 0) return;
  context.strokeStyle = colors.primary;
  context.beginPath();
  context.arc(sizePx / 2, sizePx / 2, radius, top, top + Math.min(1, part) * 2 * Math.PI);
  context.stroke();
}
