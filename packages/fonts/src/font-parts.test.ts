import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import {
  fontPart,
  fontParts,
  hasCharacter,
  MONOSPACE,
  notoSans,
  type NotoScript,
  ROBOTO,
  SYMBOLS,
} from "./font-parts.ts";

const setsWith = (fontPackage: string, character: string) =>
  fontParts(fontPackage)
    .filter((part) => hasCharacter(part, character.codePointAt(0) ?? 0))
    .map(({ set }) => set);

test.each<[NotoScript, string]>([
  ["arabic", "ع"],
  ["armenian", "Ա"],
  ["bengali", "অ"],
  ["devanagari", "अ"],
  ["georgian", "ა"],
  ["hebrew", "א"],
  ["jp", "あ"],
  ["kr", "가"],
  ["sc", "简"],
  ["tamil", "அ"],
  ["telugu", "అ"],
  ["thai", "ก"],
])("Noto Sans for %s has %s, in a file that is there", (script, character) => {
  const parts = fontParts(notoSans(script)).filter((part) => hasCharacter(part, character.codePointAt(0) ?? 0));
  expect(parts.map((part) => existsSync(part.path("wght-normal.woff2")))).toContain(true);
});

test("a character is in the sets that list it, first and last of a range among them", () => {
  expect(setsWith(ROBOTO, "A")).toContain("latin");
  expect(setsWith(ROBOTO, "\u00ff")).toContain("latin");
  expect(setsWith(ROBOTO, "я")).toContain("cyrillic");
  expect(setsWith(ROBOTO, "あ")).toEqual([]);
  expect(setsWith(SYMBOLS, "⌛")).not.toEqual([]);
});

test("parts are told apart by name, and have their files by it", () => {
  const names = [ROBOTO, MONOSPACE].flatMap((font) => fontParts(font).map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  const latin = fontPart(ROBOTO, "latin");
  expect(latin.name).toBe("roboto-latin");
  expect(existsSync(latin.path("400-normal.woff"))).toBe(true);
  expect(() => fontPart(ROBOTO, "runes")).toThrow('no characters called "runes"');
});

test("a package that is not installed is an error", () => {
  expect(() => fontParts("@fontsource/none")).toThrow("@fontsource/none");
});
