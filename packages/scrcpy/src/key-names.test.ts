import { expect, test } from "vitest";
import { KEY_CODES } from "./key-codes.ts";
import { codesByName } from "./key-names.ts";

test("names each code up to APP_SWITCH exactly once", () => {
  const codes = [...codesByName.values()].filter((code) => code <= KEY_CODES.appSwitch);
  expect(codes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: KEY_CODES.appSwitch + 1 }, (_, code) => code));
});
