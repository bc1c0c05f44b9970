import { expect, test } from "vitest";
import { EVERYDAY_WORDS } from "./everyday-words.ts";
import { changesBetween, suggest } from "./suggest.ts";
import { matchCase, toWord, wordBefore, wordsOf } from "./words.ts";

const everyday = EVERYDAY_WORDS.map(toWord);

test.each([
  ["tom", ["tomorrow", "tomatoes"]],
  ["Tom", ["Tomorrow", "Tomatoes"]],
  ["TOM", ["TOMORROW", "TOMATOES"]],
  ["mond", ["Monday"]],
  ["dont", ["don't"]],
  ["hello", []],
  ["", []],
  ["q1", []],
])("completes %j to %j", (typed, expected) => {
  expect(suggest(typed, everyday)).toEqual(expected);
});

test.each([
  ["teh", "the"],
  ["helo", "hello"],
  ["Tomorow", "Tomorrow"],
  ["calender", "calendar"],
  ["tommorow", "tomorrow"],
])("corrects %j to %j", (typed, expected) => {
  expect(suggest(typed, everyday)).toContain(expected);
});

test("suggests at most three words, in the order of the list", () => {
  expect(suggest("s", ["sea", "sky", "sun", "stone"].map(toWord))).toEqual(["sea", "sky", "sun"]);
});

test("does not correct known words", () => {
  expect(suggest("car", ["car", "cat"].map(toWord))).toEqual([]);
});

test("ignores accents while it compares", () => {
  expect(suggest("jose", ["José"].map(toWord))).toEqual(["José"]);
});

test.each([
  ["abc", "abc", 0],
  ["abc", "acb", 1],
  ["abc", "ab", 1],
  ["abc", "abxc", 1],
  ["abc", "xyz", 3],
])("counts the changes between %s and %s", (from, to, changes) => {
  expect(changesBetween(from, to, 2)).toBe(changes);
});

test.each([
  ["say hel", 7, "hel"],
  ["say hello", 7, ""],
  ["say hel world", 7, "hel"],
  ["it's", 4, "it's"],
  ["a1b", 3, ""],
  ["one ", 4, ""],
  ["x".repeat(30), 30, ""],
  ["x".repeat(100_000), 100_000, ""],
])("finds the word at the caret of %j at %d", (text, index, word) => {
  expect(wordBefore(text, index)).toBe(word);
});

test("takes only words of scripts with spaces from texts", () => {
  expect(wordsOf("Ада met José’s 朋友, at 9: x ok ภาษา")).toEqual(["Ада", "met", "José’s", "at", "ok"]);
});

test.each([
  ["moss", "M", "Moss"],
  ["moss", "MO", "MOSS"],
  ["Moss", "m", "Moss"],
  ["ß", "S", "ß".toUpperCase().length > 1 ? "SS" : "ß"],
])("writes %s like the typed %s", (word, typed, expected) => {
  expect(matchCase(word, typed)).toBe(expected);
});

test("everyday words are distinct", () => {
  expect(new Set(EVERYDAY_WORDS.map((word) => toWord(word).folded)).size).toBeGreaterThan(EVERYDAY_WORDS.length - 12);
  expect(new Set(EVERYDAY_WORDS).size).toBe(EVERYDAY_WORDS.length);
});
