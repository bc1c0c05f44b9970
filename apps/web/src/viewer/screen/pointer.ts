import { type ControlMessage, pointerIds, type Position, touchActions } from "@terrarium/scrcpy/control";
import type { ScreenSize } from "./screen-client.ts";

/** The part of an element's place on the page that positions are told by. */
export type Place = Pick<DOMRect, "left" | "top" | "width" | "height">;

export type PointerInput = Pick<PointerEvent, "type" | "pointerType" | "pointerId" | "clientX" | "clientY">;
export type WheelInput = Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode" | "clientX" | "clientY">;

const ACTIONS: Readonly<Record<string, number>> = {
  pointerdown: touchActions.down,
  pointermove: touchActions.move,
  pointerup: touchActions.up,
  pointercancel: touchActions.cancel,
};

/** How far each of WheelEvent's units (pixels, lines, pages) has to go for one wheel click. */
const UNITS_PER_CLICK = [100, 3, 1] as const;
/** scrcpy's range. */
const CLICKS_MAX = 16;

/** A pointer event on the screen as a touch: the mouse is one finger, every finger one of its own. */
export function touchMessage(input: PointerInput, place: Place, size: ScreenSize): ControlMessage | undefined {
  const action = ACTIONS[input.type];
  if (action === undefined) return undefined;
  return {
    type: "touch",
    action,
    pointerId: input.pointerType === "mouse" ? pointerIds.genericFinger : BigInt(input.pointerId),
    pressure: action === touchActions.up || action === touchActions.cancel ? 0 : 1,
    actionButton: 0,
    buttons: 0,
    ...positionOn(input, place, size),
  };
}

/** A turn of the wheel, or two fingers on a trackpad. A page scrolls down where the device's content moves up. */
export function scrollMessage(input: WheelInput, place: Place, size: ScreenSize): ControlMessage {
  const unitsPerClick = UNITS_PER_CLICK[input.deltaMode] ?? UNITS_PER_CLICK[0];
  const clicks = (delta: number) => Math.max(-CLICKS_MAX, Math.min(CLICKS_MAX, -delta / unitsPerClick));
  return {
    type: "scroll",
    horizontal: clicks(input.deltaX),
    vertical: clicks(input.deltaY),
    buttons: 0,
    ...positionOn(input, place, size),
  };
}

/** A place on the page in pixels of the video; beyond the edge it is the edge. */
function positionOn(
  { clientX, clientY }: Pick<PointerInput, "clientX" | "clientY">,
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
