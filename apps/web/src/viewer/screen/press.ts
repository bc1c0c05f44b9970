import { type ControlMessage, KEY_ACTIONS } from "@terrarium/scrcpy/control";

/** Returns messages that press and release a key. */
export const pressMessages = (keyCode: number, metaState = 0): ControlMessage[] =>
  [KEY_ACTIONS.down, KEY_ACTIONS.up].map((action) => ({ type: "key", action, keyCode, repeat: 0, metaState }));
