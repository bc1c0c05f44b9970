import { expect, test } from "vitest";
import { keyCodes } from "./key-codes.ts";
import { codesByName } from "./key-names.ts";

test("names each code up to APP_SWITCH exactly once", () => {
  const codes = [...codesByName.values()].filter((code) => code <= keyCodes.appSwitch);
  expect(codes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: keyCodes.appSwitch + 1 }, (_, code) => code));
});
