import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { caretXPx, coveredPx, nearestIndex } from "./caret-places.ts";
import { fontFor } from "./fonts.ts";
import { splitAtBreaks } from "./line-breaks.ts";
import { layoutText, measureText, singleLine, type FontSpec } from "./text-layout.ts";

const font: FontSpec = { sizePx: 32, weight: 400, letterSpacingPx: 0 };

/** Returns the pixels of the text as red, green, blue and opacity. */
function draw(text: string, japanese = false): Uint8ClampedArray {
  const context = createCanvas(400, 60).getContext("2d");
  context.font = fontFor(text, { ...font, japanese });
  context.fillText(text, 10, 45);
  return context.getImageData(0, 0, 400, 60).data;
}

function hasColor(pixels: Uint8ClampedArray): boolean {
  for (let at = 0; at < pixels.length; at += 4) {
    if (Math.abs((pixels[at] ?? 0) - (pixels[at + 2] ?? 0)) > 60) return true;
  }
  return false;
}

test.each([
  ["Chinese", "你好世界"],
  ["Japanese", "カタカナひらがな"],
  ["Korean", "안녕하세요"],
  ["Arabic", "مرحبا"],
  ["Hebrew", "שלום"],
  ["Hindi", "नमस्ते"],
  ["Bengali", "বাংলা"],
  ["Tamil", "தமிழ்"],
  ["Telugu", "తెలుగు"],
  ["Thai", "สวัสดี"],
  ["Russian", "Привет"],
  ["Greek", "Γειά"],
  ["Vietnamese", "Việt"],
  ["Georgian", "ქართული"],
  ["Armenian", "հայերեն"],
  ["signs", "→✓★♞"],
  ["a currency", "₿"],
])("%s is drawn with its own letters, not missing-glyph boxes", (_language, text) => {
  const missing = draw("\u{10ffff}".repeat(text.length));
  const drawn = draw(text);
  expect(drawn.some((value) => value > 0)).toBe(true);
  expect(drawn).not.toEqual(missing);
  const [first = "", second = ""] = text;
  expect(draw(first)).not.toEqual(draw(second));
});

test.each(["直", "骨", "角", "誤", "差"])("%s has its Japanese form in Japanese text", (character) => {
  expect(draw(character, true)).not.toEqual(draw(character));
  expect(draw(`${character}の`)).toEqual(draw(`${character}の`, true));
  expect(measureText(character, { ...font, japanese: true })).toBeCloseTo(font.sizePx, 2);
});

test("characters missing in one regional font use the other's form", () => {
  const [missing, chineseOnly, japaneseOnly] = ["\u{10ffff}", "们", "俥"];
  expect(draw(chineseOnly, true)).toEqual(draw(chineseOnly));
  expect(draw(japaneseOnly)).not.toEqual(draw(missing));
  expect(draw(japaneseOnly)).toEqual(draw(japaneseOnly, true));
});

test("emoji are colored, and a sequence is one emoji wide", () => {
  expect(hasColor(draw("😀"))).toBe(true);
  expect(hasColor(draw("❤️"))).toBe(true);
  expect(hasColor(draw("letters"))).toBe(false);
  for (const emoji of ["👍🏽", "👨‍👩‍👧‍👦", "🇩🇪", "👩🏽‍🚀"])
    expect(measureText(emoji, font)).toBeCloseTo(measureText("😀", font), 0);
});

test("Arabic letters join, and mixed directions add their widths", () => {
  expect(measureText("ببب", font)).toBeLessThan(3 * measureText("ب", font));
  expect(measureText("abc שלום", font)).toBeCloseTo(measureText("abc ", font) + measureText("שלום", font), 0);
});

test("the caret moves leftwards in right-to-left text", () => {
  const line = singleLine("שלום", font);
  expect(line.rtl).toBe(true);
  const places = [0, 1, 2, 3, 4].map((index) => caretXPx(line, index, font));
  expect(places).toEqual(places.toSorted((a, b) => b - a));
  expect(places[0]).toBeCloseTo(line.widthPx, 0);
  expect(places[4]).toBe(0);
  for (const [index, xPx] of places.entries()) expect(nearestIndex(line, xPx, font)).toBe(index);
});

test("a selection in mixed directions covers a range in each", () => {
  const line = singleLine("abc שלום def", font);
  expect(line.rtl).toBe(false);
  expect(caretXPx(line, 2, font)).toBeCloseTo(measureText("ab", font), 0);
  // The first Hebrew letter is at the right end of its word.
  expect(caretXPx(line, 4, font)).toBeCloseTo(measureText("abc שלום", font), 0);
  const [latin, hebrew, ...rest] = coveredPx(line, 2, 6, font);
  expect(rest).toEqual([]);
  expect(latin?.leftPx).toBeCloseTo(measureText("ab", font), 0);
  expect(hebrew?.rightPx).toBeCloseTo(measureText("abc שלום", font), 0);
  expect(hebrew?.leftPx).toBeGreaterThan(latin?.rightPx ?? Infinity);
});

test("the caret is never inside an emoji", () => {
  const line = singleLine("a👨‍👩‍👧‍👦b", font);
  const middle = measureText("a", font) + measureText("👨‍👩‍👧‍👦", font) * 0.6;
  expect(nearestIndex(line, middle, font)).toBe("a👨‍👩‍👧‍👦".length);
});

test("lines break by the rules of each script", () => {
  expect(splitAtBreaks("他说「你好」。再见")).toEqual(["他", "说", "「你", "好」。", "再", "见"]);
  expect(splitAtBreaks("ファイルを")).toEqual(["ファ", "イ", "ル", "を"]);
  expect(splitAtBreaks("10\u00a0km of moss")).toEqual(["10\u00a0km ", "of ", "moss"]);
  expect(splitAtBreaks("안녕 세계")).toEqual(["안녕 ", "세계"]);
  expect(splitAtBreaks("สวัสดีชาวโลก").length).toBeGreaterThan(1);
  expect(splitAtBreaks("mixed 中文 text").join("")).toBe("mixed 中文 text");
  const [first] = layoutText("中文字符很多很多", font, measureText("中文字", font) + 1, 1);
  expect(first?.text).toMatch(/^中文?…$/);
});
