import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { processorMs } from "../testing/processor-time.ts";
import { registerFonts } from "./fonts.ts";
import { ellipsize, layoutText, measureText, singleLine, type FontSpec } from "./text-layout.ts";

const font: FontSpec = { sizePx: 20, weight: 400, letterSpacingPx: 0 };
const lines = (text: string, widthPx: number, maxLines?: number): string[] =>
  layoutText(text, font, widthPx, maxLines).map((line) => line.text.trimEnd());

beforeAll(registerFonts);

test("breaks text between words, at line breaks, and inside long words", () => {
  expect(lines("one two three", measureText("one two", font) + 1)).toEqual(["one two", "three"]);
  expect(lines("a\n\nb", 100)).toEqual(["a", "", "b"]);
  expect(lines("incomprehensible", measureText("incompr", font) + 1)[0]).toBe("incompr");
  expect(lines("日本語の文章", measureText("日本", font) + 1)).toEqual(["日本", "語の", "文章"]);
  expect(lines("", 100)).toEqual([""]);
});

test("ends a truncated text with an ellipsis", () => {
  const [first, second, ...rest] = lines("one two three four five", measureText("one two", font) + 1, 2);
  expect([first, rest]).toEqual(["one two", []]);
  expect(second).toMatch(/…$/);
  expect(measureText(second ?? "", font)).toBeLessThanOrEqual(measureText("one two", font) + 1);
});

test("lines fit the width and together form the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 60, max: 400 }), (text, widthPx) => {
      const laidOut = layoutText(text, font, widthPx);
      expect(laidOut.map((line) => text.slice(line.start, line.end)).join("")).toBe(text.replaceAll("\n", ""));
      expect(laidOut.filter((line) => line.widthPx > widthPx)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("breaks only the visible part of an endless text", () => {
  const word = "moss ".repeat(400_000);
  const startMs = processorMs();
  const [first, second, ...rest] = lines(word, 300, 2);
  // Takes some 40 ms; breaking the whole text would take minutes.
  expect(processorMs() - startMs).toBeLessThan(2000);
  expect([first?.startsWith("moss moss"), second?.endsWith("…"), rest]).toEqual([true, true, []]);
});

test("breaks an endless word in a few steps per line", () => {
  const startMs = processorMs();
  const broken = lines("x".repeat(60_000), 300);
  // Takes some 100 ms; measuring each character would take a second or more.
  expect(processorMs() - startMs).toBeLessThan(1000);
  expect(new Set(broken.slice(0, -1).map((line) => line.length)).size).toBe(1);
  expect(broken.join("").length).toBe(60_000);
});

test("truncates an endless line in a few steps", () => {
  const startMs = processorMs();
  const line = singleLine("x".repeat(20_000), font);
  const cut = ellipsize(line, font, 300);
  expect(processorMs() - startMs).toBeLessThan(2000);
  expect(cut.text).toMatch(/^x{5,}…$/);
  // One more character would not fit.
  expect(measureText(cut.text, font)).toBeLessThanOrEqual(300);
  expect(measureText(`x${cut.text}`, font)).toBeGreaterThan(300);
});

test("truncates between characters, down to the ellipsis alone", () => {
  const farmers = singleLine("👩‍🌾".repeat(20), font);
  const cut = ellipsize(farmers, font, 120).text;
  expect(cut).toMatch(/^(👩‍🌾)+…$/u);
  expect(ellipsize(farmers, font, 1).text).toBe("…");
  expect(ellipsize(singleLine("short", font), font, 300).text).toBe("short");
});
