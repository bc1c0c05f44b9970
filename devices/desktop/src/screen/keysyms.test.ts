import { BUTTON_CODES, KEYBOARD_CODES, requireKeys } from "@terrarium/device-control/input/keys";
import { KEYS } from "@terrarium/mcp/tools/keys";
import { expect, test } from "vitest";
import { keysymOfCharacter, keysymOfKey } from "./keysyms.ts";

test.each([
  ["a", 0x61],
  ["ö", 0xf6],
  ["€", 0x10020ac],
  ["👍", 0x101f44d],
  ["\n", 0xff0d],
])("returns the keysym of character %j", (character, keysym) => {
  expect(keysymOfCharacter(character)).toBe(keysym);
});

test.each([
  [29, 0x61],
  [7, 0x30],
  [66, 0xff0d],
  [69, 0x2d],
  [131, 0xffbe],
  [142, 0xffc9],
  [4, 0x1008ff26],
])("maps Android key %i to its PC key", (keyCode, keysym) => {
  expect(keysymOfKey(keyCode)).toBe(keysym);
});

test("includes every key of a callable keyboard", () => {
  const missing = Object.entries(KEYBOARD_CODES).filter(([, keyCode]) => keysymOfKey(keyCode) === undefined);
  expect(missing).toEqual([]);
});

test("rejects exactly the phone keys that a PC lacks", () => {
  const isRefused = (keyCode: number): boolean => {
    try {
      requireKeys({ hasMouse: true }, [keyCode], {});
      return false;
    } catch {
      return true;
    }
  };
  const keys = Object.entries({ ...BUTTON_CODES, ...KEYS });
  const missing = keys.filter(([, keyCode]) => keysymOfKey(keyCode) === undefined);
  expect(missing).not.toEqual([]);
  expect(keys.filter(([, keyCode]) => isRefused(keyCode))).toEqual(missing);
});

test("ignores a key that a PC lacks", () => {
  expect(keysymOfKey(27)).toBeUndefined();
});
