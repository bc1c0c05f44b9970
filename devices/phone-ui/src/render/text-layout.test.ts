import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { registerFonts } from "./fonts.ts";
import { layoutText, measureText, type FontSpec } from "./text-layout.ts";

const font: FontSpec = { sizePx: 20, weight: 400, letterSpacingPx: 0 };
const lines = (text: string, widthPx: number, maxLines?: number): string[] =>
  layoutText(text, font, widthPx, maxLines).map((line) => line.text.trimEnd());

beforeAll(registerFonts);

test("text breaks between words, at line breaks, and inside words only when they are too long", () => {
  expect(lines("one two three", measureText("one two", font) + 1)).toEqual(["one two", "three"]);
  expect(lines("a\n\nb", 100)).toEqual(["a", "", "b"]);
  expect(lines("incomprehensible", measureText("incompr", font) + 1)[0]).toBe("incompr");
  expect(lines("日本語の文章", measureText("日本", font) + 1)).toEqual(["日本", "語の", "文章"]);
  expect(lines("", 100)).toEqual([""]);
});

test("what does not fit ends with an ellipsis", () => {
  const [first, second, ...rest] = lines("one two three four five", measureText("one two", font) + 1, 2);
  expect([first, rest]).toEqual(["one two", []]);
  expect(second).toMatch(/…$/);
  expect(measureText(second ?? "", font)).toBeLessThanOrEqual(measureText("one two", font) + 1);
});

test("no line is wider than allowed, and the lines together are the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 60, max: 400 }), (text, widthPx) => {
      const laidOut = layoutText(text, font, widthPx);
      expect(laidOut.map((line) => text.slice(line.start, line.end)).join("")).toBe(text.replaceAll("\n", ""));
      expect(laidOut.filter((line) => line.widthPx > widthPx)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
