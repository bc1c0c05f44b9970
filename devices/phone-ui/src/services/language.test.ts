import { expect, test } from "vitest";
import { FILES_STRINGS, GERMAN } from "../testing/german.ts";
import { ENGLISH } from "./english.ts";
import { languageOf, textsOf, type Language } from "./language.ts";

const SWISS: Language = { ...GERMAN, tag: "de-CH" };

test.each([
  ["de-DE,en-US", GERMAN],
  ["de", GERMAN],
  ["de-AT", GERMAN],
  ["de-CH", SWISS],
  ["en-US,de-DE", ENGLISH],
  ["den-CA", ENGLISH],
  ["fr-FR", ENGLISH],
  ["", ENGLISH],
  [undefined, ENGLISH],
] as const)("with the languages %j the device uses one", (setting, language) => {
  expect(languageOf([ENGLISH, GERMAN, SWISS], setting)).toBe(language);
});

test("returns the language's own texts, or the English ones", () => {
  const english = { now: "now" };
  expect(textsOf(GERMAN, FILES_STRINGS)).toEqual({ appName: "Dateien" });
  expect([textsOf(ENGLISH, FILES_STRINGS), textsOf(GERMAN, english)]).toEqual([FILES_STRINGS, english]);
});
