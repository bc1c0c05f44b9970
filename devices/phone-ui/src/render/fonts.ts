import { emojiPresentation, monospacePartsFor, partsFor, type LoadedPart, type HanForms } from "./font-files.ts";

export type FontWeight = 300 | 400 | 500 | 700;

/** Roboto's own vertical metrics (its hhea table), in parts of the font size. */
export const fontAscent = 0.927734375;
export const fontDescent = 0.244140625;

/** What the first part of each font has, which is nearly every text. */
const basic = /^[\0-\xff\u2010-\u2027\u2030-\u203a\u20ac\u2122\u2212]*$/u;
/** What only Japanese is written with. */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const basicCharacter = "A";
const familiesMax = 2000;
const familiesOfText = new Map<string, string>();
const basicFamilies: { sans?: string; mono?: string } = {};

/** Registers the font of nearly every text with Skia. Throws if the font packages are not installed. */
export function registerFonts(): void {
  familiesFor("", "sans", false);
}

/** Whether the characters that came from China are to be shown as Japan writes them, where a text alone decides. */
export function isJapanese(text: string): boolean {
  return kana.test(text);
}

/**
 * The canvas font in which this text can be drawn, whatever its characters: those beyond the basic ones bring the
 * fonts that have them. The size is in pixels; `mono` has all Latin characters of one width. A part of a Japanese text
 * may have no kana of its own: `japanese` says of which text it is.
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
  if (basic.test(text)) return (basicFamilies[face] ??= familyList([basicCharacter], face, "chinese"));
  const forms = japanese || isJapanese(text) ? "japanese" : "chinese";
  const characters = new Set(text);
  for (const character of characters) if (basic.test(character)) characters.delete(character);
  const key = `${face} ${forms} ${[...characters].join("")}`;
  let families = familiesOfText.get(key);
  if (families === undefined) {
    if (familiesOfText.size >= familiesMax) familiesOfText.clear();
    families = familyList([basicCharacter, ...characters], face, forms);
    familiesOfText.set(key, families);
  }
  return families;
}

function familyList(characters: readonly string[], face: "sans" | "mono", forms: HanForms): string {
  const parts = new Set(characters.flatMap((character) => partsFor(character, forms)));
  if (face === "mono")
    for (const character of characters) for (const part of monospacePartsFor(character)) parts.add(part);
  // Many pictures are also signs: where one is meant to be a picture, pictures come first.
  const pictures = characters.some((character) => emojiPresentation.test(character));
  const rank = (part: LoadedPart): number => (pictures && part.family.endsWith("Emoji") ? 0.5 : part.rank);
  return [...parts]
    .toSorted((a, b) => rank(a) - rank(b))
    .map((part) => `'${part.family}'`)
    .join(", ");
}
