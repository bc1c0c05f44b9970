import { type ControlMessage, POINTER_IDS, TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { type Place, positionOn } from "../position.ts";
import type { ScreenSize } from "../screen-client.ts";

export type PointerInput = Pick<PointerEvent, "type" | "pointerType" | "pointerId" | "clientX" | "clientY">;

const ACTIONS: Readonly<Record<string, number>> = {
  pointerdown: TOUCH_ACTIONS.down,
  pointermove: TOUCH_ACTIONS.move,
  pointerup: TOUCH_ACTIONS.up,
  pointercancel: TOUCH_ACTIONS.cancel,
};

/** Converts a pointer event on the screen to a touch. The mouse is one finger, and each finger has its own id. */
export function touchMessage(input: PointerInput, place: Place, size: ScreenSize): ControlMessage | undefined {
  const action = ACTIONS[input.type];
  if (action === undefined) return undefined;
  return {
    type: "touch",
    action,
    pointerId: input.pointerType === "mouse" ? POINTER_IDS.genericFinger : BigInt(input.pointerId),
    pressure: action === TOUCH_ACTIONS.up || action === TOUCH_ACTIONS.cancel ? 0 : 1,
    actionButton: 0,
    buttons: 0,
    ...positionOn(input, place, size),
  };
}
