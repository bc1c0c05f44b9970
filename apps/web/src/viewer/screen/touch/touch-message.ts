import { type ControlMessage, pointerIds, touchActions } from "@terrarium/scrcpy/control";
import { type Place, positionOn } from "../position.ts";
import type { ScreenSize } from "../screen-client.ts";

export type PointerInput = Pick<PointerEvent, "type" | "pointerType" | "pointerId" | "clientX" | "clientY">;

const ACTIONS: Readonly<Record<string, number>> = {
  pointerdown: touchActions.down,
  pointermove: touchActions.move,
  pointerup: touchActions.up,
  pointercancel: touchActions.cancel,
};

/** Converts a pointer event on the screen to a touch. The mouse is one finger, and each finger has its own id. */
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
