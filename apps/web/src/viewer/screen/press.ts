import { type ControlMessage, keyActions } from "@terrarium/scrcpy/control";

/** Returns messages that press and release a key. */
export const pressMessages = (keyCode: number, metaState = 0): ControlMessage[] =>
  [keyActions.down, keyActions.up].map((action) => ({ type: "key", action, keyCode, repeat: 0, metaState }));
