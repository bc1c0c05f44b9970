import { EMOJI_PRESENTATION, monospacePartsFor, partsFor, type LoadedPart, type HanForms } from "./font-files.ts";

export type FontWeight = 300 | 400 | 500 | 700;

/** Roboto's own vertical metrics (its hhea table), relative to the font size. */
export const FONT_ASCENT = 0.927734375;
export const FONT_DESCENT = 0.244140625;

/** Characters in the first part of each font; they cover nearly every text. */
const BASIC = /^[\0-\xff\u2010-\u2027\u2030-\u203a\u20ac\u2122\u2212]*$/u;
/** Characters used only in Japanese. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const BASIC_CHARACTER = "A";
const FAMILIES_MAX = 2000;
const familiesOfText = new Map<string, string>();
const basicFamilies: { sans?: string; mono?: string } = {};

/** Registers the default font with Skia. Throws if the font packages are not installed. */
export function registerFonts(): void {
  familiesFor("", "sans", false);
}

/** Returns whether Han characters get their Japanese forms, judged by the text alone. */
export function isJapanese(text: string): boolean {
  return KANA.test(text);
}

/**
 * Returns a canvas font with all characters of this text; characters beyond the basic ones add their fonts. The size is
 * in pixels; `mono` draws all Latin characters with the same width. A part of a Japanese text may contain no kana:
 * `japanese` marks it as Japanese.
 */
export function fontFor(
  text: string,
  {
    sizePx,
    weight,
    italic = false,
    japanese = false,
  }: { sizePx: number; weight: FontWeight; italic?: boolean; japanese?: boolean },
  face: "sans" | "mono" = "sans",
): string {
  return `${italic ? "italic " : ""}${weight} ${sizePx}px ${familiesFor(text, face, japanese)}`;
}

function familiesFor(text: string, face: "sans" | "mono", japanese: boolean): string {
  if (BASIC.test(text)) return (basicFamilies[face] ??= familyList([BASIC_CHARACTER], face, "chinese"));
  const forms = japanese || isJapanese(text) ? "japanese" : "chinese";
  const characters = new Set(text);
  for (const character of characters) if (BASIC.test(character)) characters.delete(character);
  const key = `${face} ${forms} ${[...characters].join("")}`;
  let families = familiesOfText.get(key);
  if (families === undefined) {
    if (familiesOfText.size >= FAMILIES_MAX) familiesOfText.clear();
    families = familyList([BASIC_CHARACTER, ...characters], face, forms);
    familiesOfText.set(key, families);
  }
  return families;
}

function familyList(characters: readonly string[], face: "sans" | "mono", forms: HanForms): string {
  const parts = new Set(characters.flatMap((character) => partsFor(character, forms)));
  if (face === "mono")
    for (const character of characters) for (const part of monospacePartsFor(character)) parts.add(part);
  // Many emoji are also symbols. If the text contains an emoji presentation, the emoji font comes first.
  const pictures = characters.some((character) => EMOJI_PRESENTATION.test(character));
  const rank = (part: LoadedPart): number => (pictures && part.family.endsWith("Emoji") ? 0.5 : part.rank);
  return [...parts]
    .toSorted((a, b) => rank(a) - rank(b))
    .map((part) => `'${part.family}'`)
    .join(", ");
}
