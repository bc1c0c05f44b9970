import { expect, test } from "vitest";
import { parseMetadata } from "./new-sandbox.ts";

const lines = (...pairs: [string, string][]) => pairs.map(([key, value], id) => ({ id, key, value }));

test("lines become metadata, trimmed; empty ones do not count", () => {
  expect(parseMetadata(lines([" task ", " login "], ["", ""], ["run", ""]))).toEqual({
    isValid: true,
    metadata: { task: "login", run: "" },
  });
});

test.each([
  [lines(["", "login"]), 'Give the value "login" a key'],
  [lines(["a", "1"], ["a ", "2"]), 'The key "a" is there twice'],
])("says what is wrong", (entries, problem) => {
  expect(parseMetadata(entries)).toEqual({ isValid: false, problem });
});
