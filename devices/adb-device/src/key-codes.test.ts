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
] as const)("parses the key %s as %s", ([text, code]) => {
  expect(parseKeyCode(text)).toBe(code);
});

/** Names that the shell's `input` does not accept, or spells differently. */
const OTHERS = new Set(["digit0", "letterA", "brightnessDown", "brightnessUp", "softSleep", "allApps"]);

test("uses Android's codes for all supported keys", () => {
  const codeOf = (name: string) => parseKeyCode(name) ?? parseKeyCode(name.replaceAll(/[A-Z]/g, "_$&"));
  const named = Object.entries(keyCodes).filter(([name]) => !OTHERS.has(name));
  expect(named.map(([name]) => [name, codeOf(name)])).toEqual(named);
});
