import { expect, test } from "vitest";
import { parseKeyCode } from "./key-codes.ts";

test.for([
  ["KEYCODE_HOME", 3],
  ["home", 3],
  ["APP_SWITCH", 187],
  ["KEYCODE_PASTE", 279],
  ["KEYCODE_A", 29],
  ["z", 54],
  ["9", 9],
  ["ENDCALL", 6],
  ["F12", 142],
  ["NUMPAD_0", 144],
  ["WAKEUP", 224],
  ["66", 66],
  ["318", 318],
  ["319", undefined],
  ["-1", undefined],
  ["HOMES", undefined],
] as const)("parses the key %s as %s", ([text, code]) => {
  expect(parseKeyCode(text)).toBe(code);
});
