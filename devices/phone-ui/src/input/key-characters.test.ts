import { parseKeyCode } from "@terrarium/adb-device/key-codes";
import { expect, test } from "vitest";
import { characterOf, isCtrl, isShift, shortcutOf } from "./key-characters.ts";

const [shift, ctrl, caps] = [0x1, 0x1000, 0x100000];
const code = (key: string | number): number => (typeof key === "number" ? key : (parseKeyCode(key) ?? -1));

test.each([
  ["A", 0, "a"],
  ["A", shift, "A"],
  ["A", caps, "A"],
  ["A", caps | shift, "a"],
  ["Z", 0, "z"],
  ["NUMPAD_0", 0, "0"],
  [7, shift, ")"],
  [16, shift, "("],
  [8, caps, "1"],
  ["SPACE", 0, " "],
  ["TAB", 0, "\t"],
  ["SLASH", shift, "?"],
  ["APOSTROPHE", shift, '"'],
  ["GRAVE", shift, "~"],
  ["AT", 0, "@"],
  ["STAR", 0, "*"],
  ["NUMPAD_7", 0, "7"],
  ["NUMPAD_ADD", shift, "+"],
  ["NUMPAD_LEFT_PAREN", 0, "("],
  ["ENTER", 0, undefined],
  ["HOME", 0, undefined],
  ["DEL", shift, undefined],
  ["A", ctrl, undefined],
  ["A", ctrl | shift, undefined],
])("%s with meta state %d types %j", (name, metaState, character) => {
  expect(characterOf(code(name), metaState)).toBe(character);
});

test.each([-1, 9999, Number.NaN])("the key %s types no character", (keyCode) => {
  expect(characterOf(keyCode, 0)).toBeUndefined();
});

test("keys with Ctrl are shortcuts", () => {
  expect([shortcutOf(code("V"), ctrl), shortcutOf(code("V"), 0), shortcutOf(code("V"), ctrl | shift)]).toEqual([
    "v",
    undefined,
    "v",
  ]);
  expect([isShift(shift | ctrl), isShift(ctrl), isCtrl(ctrl), isCtrl(shift)]).toEqual([true, false, true, false]);
});
