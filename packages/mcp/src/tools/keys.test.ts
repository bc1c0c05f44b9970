import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import { expect, test } from "vitest";
import { codesOf } from "./keys.ts";

test.each([
  ["enter", [KEY_CODES.enter]],
  ["Return", [KEY_CODES.enter]],
  ["KEYCODE_ENTER", [KEY_CODES.enter]],
  ["Esc", [KEY_CODES.escape]],
  ["Page_Down", [KEY_CODES.pageDown]],
  ["PageDown", [KEY_CODES.pageDown]],
  ["page down", [KEY_CODES.pageDown]],
  ["ArrowUp", [KEY_CODES.dpadUp]],
  ["up arrow", [KEY_CODES.dpadUp]],
  ["KEYCODE_DPAD_UP", [KEY_CODES.dpadUp]],
  ["BackSpace", [KEY_CODES.del]],
  ["KEYCODE_DEL", [KEY_CODES.del]],
  ["Delete", [KEY_CODES.forwardDel]],
  ["del", [KEY_CODES.forwardDel]],
  ["End", [KEY_CODES.moveEnd]],
  ["move_end", [KEY_CODES.moveEnd]],
  ["KEYCODE_APP_SWITCH", [KEY_CODES.appSwitch]],
  ["KeyA", [KEY_CODES.letterA]],
  ["F12", [KEY_CODES.f1 + 11]],
  ["-", [KEY_CODES.minus]],
  ["ctrl+-", [KEY_CODES.ctrlLeft, KEY_CODES.minus]],
  ["ctrl++", [KEY_CODES.ctrlLeft, KEY_CODES.plus]],
  ["Ctrl+Shift+T", [KEY_CODES.ctrlLeft, KEY_CODES.shiftLeft, KEY_CODES.letterA + 19]],
  ["Control-A", [KEY_CODES.ctrlLeft, KEY_CODES.letterA]],
  ["Control_L + c", [KEY_CODES.ctrlLeft, KEY_CODES.letterA + 2]],
  ["cmd+9", [KEY_CODES.metaLeft, KEY_CODES.digit0 + 9]],
])("%j is pressed as %j", (pressed, codes) => expect(codesOf(pressed)).toEqual(codes));

test.each(["", "self_destruct", "constructor", "f13", "ctrl+", "ctrl+toString"])(
  "rejects %j with the keys",
  (pressed) => expect(() => codesOf(pressed)).toThrow("there is home, back"),
);
