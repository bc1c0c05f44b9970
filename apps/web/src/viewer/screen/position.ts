import type { Position } from "@terrarium/scrcpy/control";
import type { ScreenSize } from "./screen-client.ts";

/** Rectangle of an element, the reference of positions. */
export type Place = Pick<DOMRect, "left" | "top" | "width" | "height">;

/** Converts a page position to video pixels, clamped to the edges. */
export function positionOn(
  { clientX, clientY }: { clientX: number; clientY: number },
  place: Place,
  size: ScreenSize,
): Position {
  const scale = (at: number, start: number, length: number, sizePx: number) =>
    Math.max(0, Math.min(sizePx - 1, Math.floor(((at - start) / length) * sizePx)));
  return {
    x: scale(clientX, place.left, place.width, size.widthPx),
    y: scale(clientY, place.top, place.height, size.heightPx),
    screenWidthPx: size.widthPx,
    screenHeightPx: size.heightPx,
  };
}
