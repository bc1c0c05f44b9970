import type { ControlMessage } from "@terrarium/scrcpy/control";
import { type Place, positionOn } from "./position.ts";
import type { ScreenSize } from "./screen-client.ts";

export type WheelInput = Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode" | "clientX" | "clientY">;

/** Amount of each WheelEvent unit (pixels, lines, pages) per wheel click. */
const UNITS_PER_CLICK = [100, 3, 1] as const;
/** Maximum clicks of one scrcpy message. */
const CLICKS_MAX = 16;

/** Converts a turn of the wheel, or two fingers on a trackpad. Scrolling a page down moves the device's content up. */
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
