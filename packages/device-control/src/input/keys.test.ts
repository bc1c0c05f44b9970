import { DeviceButton, KeyboardKey } from "@terrarium/contract/box-action-fields";
import { expect, test } from "vitest";
import { BUTTON_CODES, combinationCommand, KEYBOARD_CODES } from "./keys.ts";

test("every key and button of the contract has a code", () => {
  expect(Object.keys(KEYBOARD_CODES).toSorted()).toEqual(KeyboardKey.options.toSorted());
  expect(Object.keys(BUTTON_CODES).toSorted()).toEqual(DeviceButton.options.toSorted());
  expect([KEYBOARD_CODES.z, KEYBOARD_CODES["9"], KEYBOARD_CODES.f12, KEYBOARD_CODES.numpad9]).toEqual([
    54, 16, 142, 153,
  ]);
});

test("presses a single key without a combination", () => {
  expect(combinationCommand([66])).toBe("input keyevent 66");
  expect(combinationCommand([113, 31])).toBe("input keycombination 113 31");
});
