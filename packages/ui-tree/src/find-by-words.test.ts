import { expect, test } from "vitest";
import { findByWords } from "./find-by-words.ts";

const items = [
  { label: "Wi-Fi settings", details: [] },
  { label: "wi-fi", details: ["Saved"] },
  { label: "Network", details: ["Wi-Fi", "saved twice"] },
];
const sources = [({ label }: (typeof items)[number]) => [label], ({ details }: (typeof items)[number]) => details];

test.each([
  ["Wi-Fi", [2]],
  ["wi-fi", [1]],
  ["WI-FI", [1]],
  ["fi", [0, 1]],
  ["saved", [1]],
  ["twice", [2]],
  ["absent", []],
])("%s finds the best matches", (words, expected) => {
  expect(findByWords(items, words, sources).map((item) => items.indexOf(item))).toEqual(expected);
});
