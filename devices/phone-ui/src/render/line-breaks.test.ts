import * as fc from "fast-check";
import { expect, test } from "vitest";
import { splitAtBreaks } from "./line-breaks.ts";

test.each([
  ["one two  three", ["one ", "two  ", "three"]],
  ["  indented", ["  ", "indented"]],
  ["12\u00a0km far", ["12\u00a0km ", "far"]],
  ["日本語の文章。次", ["日", "本", "語", "の", "文", "章。", "次"]],
  ["「苔」と羊歯", ["「苔」", "と", "羊", "歯"]],
  ["使用Android系统", ["使", "用", "Android", "系", "统"]],
  ["ちょっと", ["ちょっ", "と"]],
  ["half-way, then", ["half-way, ", "then"]],
  ["", []],
  ["   ", ["   "]],
])("%j splits into %j", (text, pieces) => {
  expect(splitAtBreaks(text)).toEqual(pieces);
});

test("splits languages without spaces between dictionary words", () => {
  const pieces = splitAtBreaks("ภาษาไทยเขียนติดกัน");
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join("")).toBe("ภาษาไทยเขียนติดกัน");
});

test("keeps every character once, in pieces that are not empty", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
      const pieces = splitAtBreaks(text);
      expect(pieces.join("")).toBe(text);
      expect(pieces.filter((piece) => piece === "")).toEqual([]);
    }),
  );
});

test("splits any long text quickly", () => {
  for (const unit of ["moss ", "苔", "「「「", "x", " ", "ก"])
    expect(splitAtBreaks(unit.repeat(20_000)).join("").length).toBe(20_000 * unit.length);
});
