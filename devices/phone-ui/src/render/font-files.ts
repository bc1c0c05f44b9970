import { createRequire } from "node:module";
import { GlobalFonts } from "@napi-rs/canvas";
import { fontParts, hasCharacter, MONOSPACE, notoSans, ROBOTO, SYMBOLS } from "@terrarium/fonts/font-parts";

/** A part of a font that is registered with Skia. */
export interface LoadedPart {
  /** Family name in a canvas font. */
  family: string;
  /** Position in a list of families: lower ranks come first. */
  rank: number;
}

interface FontPackage {
  name: string;
  /** Characters drawn with this font, if it has them. */
  for: RegExp;
  /** Suffixes of its file names: one for each weight, or one for all. */
  weights: readonly string[];
}

const robotoWeights = [300, 400, 500, 700].map((weight) => `${weight}-normal`);
const VARIABLE = ["wght-normal"];
const LATIN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u33ff\ufe30-\ufe4f\uff00-\uffef]/u;
const chineseForms = { name: notoSans("sc"), for: EAST_ASIAN, weights: VARIABLE };
const japaneseForms = { name: notoSans("jp"), for: EAST_ASIAN, weights: VARIABLE };

/**
 * Font packages in order of preference. Each package has one file per set of characters, listed in its unicode.json.
 */
const packagesWith = (...forms: readonly FontPackage[]): readonly FontPackage[] => [
  { name: ROBOTO, for: LATIN, weights: robotoWeights },
  { name: notoSans("arabic"), for: /\p{Script=Arabic}/u, weights: VARIABLE },
  { name: notoSans("hebrew"), for: /\p{Script=Hebrew}/u, weights: VARIABLE },
  { name: notoSans("devanagari"), for: /[\p{Script=Devanagari}।॥]/u, weights: VARIABLE },
  { name: notoSans("bengali"), for: /\p{Script=Bengali}/u, weights: VARIABLE },
  { name: notoSans("tamil"), for: /\p{Script=Tamil}/u, weights: VARIABLE },
  { name: notoSans("telugu"), for: /\p{Script=Telugu}/u, weights: VARIABLE },
  { name: notoSans("thai"), for: /[\p{Script=Thai}฿]/u, weights: VARIABLE },
  { name: notoSans("armenian"), for: /\p{Script=Armenian}/u, weights: VARIABLE },
  { name: notoSans("georgian"), for: /\p{Script=Georgian}/u, weights: VARIABLE },
  { name: notoSans("kr"), for: /\p{Script=Hangul}/u, weights: VARIABLE },
  ...forms,
  { name: MONOSPACE, for: /₿/u, weights: VARIABLE },
  { name: SYMBOLS, for: /[\p{S}\p{N}\p{Script=Braille}]/u, weights: ["400-normal"] },
];
const packages = {
  chinese: packagesWith(chineseForms, japaneseForms),
  japanese: packagesWith(japaneseForms, chineseForms),
};
const monospace: FontPackage = { name: MONOSPACE, for: LATIN, weights: VARIABLE };

const EMOJI_FILE = "@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf";
/** Characters with an emoji presentation by default, its variation selector (U+FE0F), and the keycap frame (U+20E3). */
export const EMOJI_PRESENTATION = /[\p{Emoji_Presentation}\ufe0f\u20e3]/u;
const EMOJI_CAPABLE = /[\p{Extended_Pictographic}\p{Emoji_Presentation}\ufe0f\u20e3]/u;
const MONOSPACE_RANK = -1;
const emojiRank = packages.chinese.length;

const require = createRequire(import.meta.url);
const registered = new Set<string>();
const loaded = new Map<string, LoadedPart>();
const partsOfCharacter = {
  chinese: new Map<string, readonly LoadedPart[]>(),
  japanese: new Map<string, readonly LoadedPart[]>(),
};

/** The regional forms of Han characters. */
export type HanForms = keyof typeof packages;

/**
 * Returns the font parts with this character, best first, and registers them with Skia at the first use. Returns an
 * empty list if no font has the character. Throws if the font packages are not installed.
 */
export function partsFor(character: string, forms: HanForms): readonly LoadedPart[] {
  const known = partsOfCharacter[forms];
  let parts = known.get(character);
  if (!parts) {
    parts = findParts(character, forms);
    if (EMOJI_CAPABLE.test(character)) parts = [...parts, emoji()];
    known.set(character, parts);
  }
  return parts;
}

function findParts(character: string, forms: HanForms): LoadedPart[] {
  const found: LoadedPart[] = [];
  let formed = false;
  for (const [rank, each] of packages[forms].entries()) {
    // Both fonts have most characters; the second one is used only for characters missing in the first.
    if (formed && each.for === EAST_ASIAN) continue;
    const parts = packageParts(each, rank, character);
    found.push(...parts);
    formed ||= each.for === EAST_ASIAN && parts.length > 0;
  }
  return found;
}

/** Returns the parts of the monospace font with this character. */
export function monospacePartsFor(character: string): readonly LoadedPart[] {
  return packageParts(monospace, MONOSPACE_RANK, character);
}

/** Loads the emoji font. Its file of 25 MB is memory-mapped, so only the drawn glyphs are read. */
function emoji(): LoadedPart {
  return load("Noto Color Emoji", emojiRank, [require.resolve(EMOJI_FILE)]);
}

function packageParts(fontPackage: FontPackage, rank: number, character: string): LoadedPart[] {
  if (!fontPackage.for.test(character)) return [];
  const codePoint = character.codePointAt(0) ?? 0;
  return fontParts(fontPackage.name)
    .filter((part) => hasCharacter(part, codePoint))
    .map((part) => {
      const paths = fontPackage.weights.map((weight) => part.path(`${weight}.woff2`));
      return load(part.name, rank, paths);
    });
}

/**
 * Loads a font part. One family can have several parts with different ranks, for example the monospace font also
 * provides symbols.
 */
function load(family: string, rank: number, paths: readonly string[]): LoadedPart {
  const key = `${rank} ${family}`;
  let part = loaded.get(key);
  if (!part) {
    for (const path of registered.has(family) ? [] : paths) {
      if (!GlobalFonts.registerFromPath(path, family)) throw new Error(`cannot load the font ${path}; run npm install`);
    }
    registered.add(family);
    part = { family, rank };
    loaded.set(key, part);
  }
  return part;
}
