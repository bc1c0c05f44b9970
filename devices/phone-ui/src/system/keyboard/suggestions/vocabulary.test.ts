import { beforeEach, expect, test } from "vitest";
import type { AppStorage } from "../../../services/app.ts";
import { ENGLISH } from "../../../services/english.ts";
import { testApp } from "../../../testing/test-phone.tsx";
import { Vocabulary } from "./vocabulary.ts";

let texts: string[];
let reads: number;
let vocabulary: Vocabulary;

beforeEach(() => {
  texts = [];
  reads = 0;
  const userTexts = (): string[] => (reads++, texts);
  const apps = [testApp("org.example.notes", "Zebrafish Notes", { userTexts })];
  vocabulary = new Vocabulary({ apps, storage: () => ({}) as AppStorage, language: () => ENGLISH });
});

test("suggests names and words of the user's texts first", () => {
  texts = ["Tomasz Nowak", "tomography"];
  expect(vocabulary.suggest("tom")).toEqual(["Tomasz", "tomography", "tomorrow"]);
});

test("suggests words of the phone's own texts", () => {
  expect([vocabulary.suggest("zebr"), vocabulary.suggest("screensho")]).toEqual([["zebrafish"], ["screenshot"]]);
});

test("reads the user's texts once while the keyboard is open", () => {
  vocabulary.suggest("t");
  vocabulary.suggest("to");
  expect(reads).toBe(1);
  texts = ["Tomasz"];
  vocabulary.closeTexts();
  expect(vocabulary.suggest("toma")).toEqual(["Tomasz", "tomatoes"]);
  expect(reads).toBe(2);
});

test("learns an unknown word the second time, a known one at once", () => {
  vocabulary.learn("qwib");
  expect(vocabulary.suggest("qwi")).not.toContain("qwib");
  vocabulary.learn("qwib");
  expect(vocabulary.suggest("qwi")).toEqual(["qwib"]);
  vocabulary.learn("Tomatoes");
  expect(vocabulary.suggest("tom")[0]).toBe("tomatoes");
});

test("forgets the oldest learned words beyond 500", () => {
  const word = (index: number): string =>
    `qx${Array.from(`${index}`, (digit) => "abcdefghij"[Number(digit)]).join("")}`;
  for (let index = 0; index < 600; index++) for (const _ of [1, 2]) vocabulary.learn(word(index));
  expect([vocabulary.suggest(word(99)).includes(word(99)), vocabulary.suggest(word(599).slice(0, -1))[0]]).toEqual([
    false,
    word(599),
  ]);
});

test.each(["a", "x".repeat(25), "pass1234", "你好吗", "two words", ""])("does not learn %j", (text) => {
  vocabulary.learn(text);
  vocabulary.learn(text);
  expect(vocabulary.suggest(text.slice(0, 2))).not.toContain(text);
});

test("reads a bounded part of large texts", () => {
  texts = ["moss ".repeat(1_000_000), "zzyzx"];
  expect(vocabulary.suggest("zzy")).toEqual([]);
});
