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

/** They have no name that the shell's `input` takes, or another one. */
const OTHERS = new Set(["digit0", "letterA", "brightnessDown", "brightnessUp", "softSleep", "allApps"]);

test("the keys that do something have the codes of Android's names", () => {
  const codeOf = (name: string) => parseKeyCode(name) ?? parseKeyCode(name.replaceAll(/[A-Z]/g, "_$&"));
  const named = Object.entries(keyCodes).filter(([name]) => !OTHERS.has(name));
  expect(named.map(([name]) => [name, codeOf(name)])).toEqual(named);
});
