import { codesByName } from "@terrarium/scrcpy/key-names";

export { keyCodes, metaStates } from "@terrarium/scrcpy/key-codes";

/** Last code of KeyEvent.java in Android 15. */
const lastKeyCode = 318;

/** Parses a key code from its number or its name, with or without KEYCODE_; returns undefined for others. */
export function parseKeyCode(text: string): number | undefined {
  if (/^\d+$/.test(text) && Number(text) <= lastKeyCode) {
    return Number(text);
  }
  return codesByName.get(text.toUpperCase().replace(/^KEYCODE_/, ""));
}
