import { expect, test } from "vitest";
import { cutText, cutTextStart, cutTextToBytes, cutUtf8, cutUtf8Start } from "./cut-text.ts";

const FAMILY = "👨‍👩‍👧";

test.each([
  ["a short text", "abc", 3, "abc"],
  ["a letter at the limit", "abcd", 3, "abc"],
  ["an emoji of two units", "ab😀", 3, "ab"],
  ["an emoji of several people", `ab${FAMILY}`, 2 + FAMILY.length - 1, "ab"],
  ["a flag", "🇫🇷🇩🇪", 6, "🇫🇷"],
  ["an accent with its letter", "abe\u0301", 3, "ab"],
  ["a letter from its accents, unless these exceed the limit", `e${"\u0301".repeat(20)}`, 5, `e${"\u0301".repeat(4)}`],
  ["an emoji with accents beyond the limit", `😀${"\u0301".repeat(20)}`, 1, ""],
])("does not split %s", (_name, text, maxChars, beginning) => {
  expect(cutText(text, maxChars)).toBe(beginning);
});

test("cuts far into a text between letters", () => {
  const text = "👨‍👩‍👧é😀".repeat(2000);
  for (let maxChars = 9000; maxChars < 9040; maxChars++) {
    const cut = cutText(text, maxChars);
    expect(cut.isWellFormed()).toBe(true);
    expect(maxChars - cut.length).toBeLessThan(FAMILY.length);
  }
});

test("starts the end of a text with a whole character", () => {
  expect([cutTextStart("😀ab", 3), cutTextStart("😀ab", 4), cutTextStart("abcd", 3)]).toEqual(["ab", "😀ab", "bcd"]);
});

test.each(["aé€😀z", "é€😀", "a".repeat(8)])("never splits a character in the bytes of %j", (text) => {
  const bytes = new TextEncoder().encode(text);
  for (let maxBytes = 0; maxBytes <= bytes.length + 1; maxBytes++) {
    const cut = cutUtf8(bytes, maxBytes);
    const decoded = new TextDecoder("utf-8", { fatal: true }).decode(cut);
    expect(text.startsWith(decoded)).toBe(true);
    expect(Math.min(maxBytes, bytes.length) - cut.length).toBeLessThan(4);
    expect(cutTextToBytes(text, maxBytes)).toBe(decoded);
    const end = new TextDecoder("utf-8", { fatal: true }).decode(cutUtf8Start(bytes, maxBytes));
    expect(text.endsWith(end)).toBe(true);
  }
});

test("cuts invalid UTF-8 at the limit", () => {
  expect(cutUtf8(new Uint8Array(10).fill(0x80), 7)).toHaveLength(7);
});
