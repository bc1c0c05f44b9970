import { expect, test } from "vitest";
import { keyCodes, parseKeyCode } from "./key-codes.ts";

test.for([
  ["KEYCODE_HOME", 3],
  ["home", 3],
  ["APP_SWITCH", 187],
  ["KEYCODE_PASTE", 279],
  ["66", 66],
  ["318", 318],
  ["319", undefined],
  ["-1", undefined],
  ["HOMES", undefined],
] as const)("the key %s is %s", ([text, code]) => {
  expect(parseKeyCode(text)).toBe(code);
});

test("keys have Android's codes", () => {
  const { back, enter, del, tab, insert, appSwitch, sleep, allApps } = keyCodes;
  expect([back, enter, del, tab, insert, appSwitch, sleep, allApps]).toEqual([4, 66, 67, 61, 124, 187, 223, 284]);
});
