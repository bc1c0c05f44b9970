import { type ControlMessage, keyActions } from "@terrarium/scrcpy/control";

/** A key pressed and let go at once. */
export const pressMessages = (keyCode: number, metaState = 0): ControlMessage[] =>
  [keyActions.down, keyActions.up].map((action) => ({ type: "key", action, keyCode, repeat: 0, metaState }));
