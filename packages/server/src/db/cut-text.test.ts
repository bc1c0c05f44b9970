import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

const FAMILY = "👨‍👩‍👧";

test.each([
  ["a text that is short enough", "abc", 3, "abc"],
  ["a letter beyond the end", "abcd", 3, "abc"],
  ["an emoji of two units", "ab😀", 3, "ab"],
  ["an emoji of several people", `ab${FAMILY}`, 2 + FAMILY.length - 1, "ab"],
  ["a flag", "🇫🇷🇩🇪", 6, "🇫🇷"],
  ["an accent with its letter", "abe\u0301", 3, "ab"],
  ["a letter with more accents than there is room for", `e${"\u0301".repeat(20)}`, 5, `e${"\u0301".repeat(4)}`],
  ["an emoji with more accents than there is room for", `😀${"\u0301".repeat(20)}`, 1, ""],
])("%s is not cut in two", (_name, text, maxChars, beginning) => {
  expect(cutText(text, maxChars)).toBe(beginning);
});
