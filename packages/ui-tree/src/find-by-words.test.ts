import { expect, test } from "vitest";
import { findByWords } from "./find-by-words.ts";

const items = [
  { label: "Wi-Fi settings", details: [], isField: true },
  { label: "wi-fi", details: ["Saved"], isField: false },
  { label: "Network", details: ["Wi-Fi", "saved twice"], isField: false },
  { label: "Wi-Fi settings\nand  more", details: [], isField: false },
];
type Item = (typeof items)[number];
const sources = [({ label }: Item) => [label], ({ details }: Item) => details];
const places = (found: readonly Item[]) => found.map((item) => items.indexOf(item));

test.each([
  ["Wi-Fi", [2]],
  ["wi-fi", [1]],
  ["WI-FI", [1]],
  ["fi", [0, 1, 3]],
  ["saved", [1]],
  ["twice", [2]],
  ["Wi‑Fi settings and more", []],
  [" wi-fi settings ⏎ AND more", [3]],
  ["ＷＩ-ＦＩ", [1]],
  ["absent", []],
  [" ", []],
])("%s finds the best matches", (words, expected) => {
  expect(places(findByWords(items, words, sources))).toEqual(expected);
});

test.each([
  ["fi", [0]],
  ["wi-fi settings", [0]],
  ["wi-fi", [1]],
  ["saved", [1]],
])("%s prefers items that are meant more often", (words, expected) => {
  expect(places(findByWords(items, words, sources, ({ isField }) => isField))).toEqual(expected);
});
