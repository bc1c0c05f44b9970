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
])("Noto Sans for %s includes %s in an existing file", (script, character) => {
  const parts = fontParts(notoSans(script)).filter((part) => hasCharacter(part, character.codePointAt(0) ?? 0));
  expect(parts.map((part) => existsSync(part.path("wght-normal.woff2")))).toContain(true);
});

test("finds a character in its sets, including at range ends", () => {
  expect(setsWith(ROBOTO, "A")).toContain("latin");
  expect(setsWith(ROBOTO, "\u00ff")).toContain("latin");
  expect(setsWith(ROBOTO, "я")).toContain("cyrillic");
  expect(setsWith(ROBOTO, "あ")).toEqual([]);
  expect(setsWith(SYMBOLS, "⌛")).not.toEqual([]);
});

test("parts have unique names, used for their files", () => {
  const names = [ROBOTO, MONOSPACE].flatMap((font) => fontParts(font).map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  const latin = fontPart(ROBOTO, "latin");
  expect(latin.name).toBe("roboto-latin");
  expect(existsSync(latin.path("400-normal.woff"))).toBe(true);
  expect(() => fontPart(ROBOTO, "runes")).toThrow('no characters called "runes"');
});

test("throws for a package that is not installed", () => {
  expect(() => fontParts("@fontsource/none")).toThrow("@fontsource/none");
});
