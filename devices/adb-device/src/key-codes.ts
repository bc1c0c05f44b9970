import { codesByName } from "@terrarium/scrcpy/key-names";

export { KEY_CODES, META_STATES } from "@terrarium/scrcpy/key-codes";

/** Last code of KeyEvent.java in Android 15. */
const LAST_KEY_CODE = 318;

/** Parses a key code from its number or its name, with or without KEYCODE_; returns undefined for others. */
export function parseKeyCode(text: string): number | undefined {
  if (/^\d+$/.test(text) && Number(text) <= LAST_KEY_CODE) {
    return Number(text);
  }
  return codesByName.get(text.toUpperCase().replace(/^KEYCODE_/, ""));
}
