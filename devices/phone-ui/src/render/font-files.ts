import { createRequire } from "node:module";
import { GlobalFonts } from "@napi-rs/canvas";
import { fontParts, hasCharacter, MONOSPACE, notoSans, ROBOTO, SYMBOLS } from "@terrarium/fonts/font-parts";

/** A part of a font that Skia knows. */
export interface LoadedPart {
  /** The name it has in a canvas font. */
  family: string;
  /** Where it stands among others in a list of families: lower comes first. */
  rank: number;
}

interface FontPackage {
  name: string;
  /** The characters it is asked for, of those it has. */
  for: RegExp;
  /** The ends of its file names: one for each weight, or one for all. */
  weights: readonly string[];
}

const robotoWeights = [300, 400, 500, 700].map((weight) => `${weight}-normal`);
const variable = ["wght-normal"];
const latin = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u33ff\ufe30-\ufe4f\uff00-\uffef]/u;
const chineseForms = { name: notoSans("sc"), for: eastAsian, weights: variable };
const japaneseForms = { name: notoSans("jp"), for: eastAsian, weights: variable };

/** In the order of preference. Each is served in one file per set of characters, which its unicode.json lists. */
const packagesWith = (...forms: readonly FontPackage[]): readonly FontPackage[] => [
  { name: ROBOTO, for: latin, weights: robotoWeights },
  { name: notoSans("arabic"), for: /\p{Script=Arabic}/u, weights: variable },
  { name: notoSans("hebrew"), for: /\p{Script=Hebrew}/u, weights: variable },
  { name: notoSans("devanagari"), for: /[\p{Script=Devanagari}।॥]/u, weights: variable },
  { name: notoSans("bengali"), for: /\p{Script=Bengali}/u, weights: variable },
  { name: notoSans("tamil"), for: /\p{Script=Tamil}/u, weights: variable },
  { name: notoSans("telugu"), for: /\p{Script=Telugu}/u, weights: variable },
  { name: notoSans("thai"), for: /[\p{Script=Thai}฿]/u, weights: variable },
  { name: notoSans("armenian"), for: /\p{Script=Armenian}/u, weights: variable },
  { name: notoSans("georgian"), for: /\p{Script=Georgian}/u, weights: variable },
  { name: notoSans("kr"), for: /\p{Script=Hangul}/u, weights: variable },
  ...forms,
  { name: MONOSPACE, for: /₿/u, weights: variable },
  { name: SYMBOLS, for: /[\p{S}\p{N}\p{Script=Braille}]/u, weights: ["400-normal"] },
];
const packages = {
  chinese: packagesWith(chineseForms, japaneseForms),
  japanese: packagesWith(japaneseForms, chineseForms),
};
const monospace: FontPackage = { name: MONOSPACE, for: latin, weights: variable };

const emojiFile = "@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf";
/** What is a picture unless said otherwise, what says so (U+FE0F), and the frame around a key (U+20E3). */
export const emojiPresentation = /[\p{Emoji_Presentation}\ufe0f\u20e3]/u;
const emojiCapable = /[\p{Extended_Pictographic}\p{Emoji_Presentation}\ufe0f\u20e3]/u;
const monospaceRank = -1;
const emojiRank = packages.chinese.length;

const require = createRequire(import.meta.url);
const registered = new Set<string>();
const loaded = new Map<string, LoadedPart>();
const partsOfCharacter = {
  chinese: new Map<string, readonly LoadedPart[]>(),
  japanese: new Map<string, readonly LoadedPart[]>(),
};

/** Whose way of writing the characters that came from China has. */
export type HanForms = keyof typeof packages;

/**
 * The parts that have this character, best first, registered with Skia when they are first asked for. Empty if none
 * is known to have it. Throws if the font packages are not installed.
 */
export function partsFor(character: string, forms: HanForms): readonly LoadedPart[] {
  const known = partsOfCharacter[forms];
  let parts = known.get(character);
  if (!parts) {
    parts = findParts(character, forms);
    if (emojiCapable.test(character)) parts = [...parts, emoji()];
    known.set(character, parts);
  }
  return parts;
}

function findParts(character: string, forms: HanForms): LoadedPart[] {
  const found: LoadedPart[] = [];
  let formed = false;
  for (const [rank, each] of packages[forms].entries()) {
    // Both have most characters; the other one stands in for what the first has not.
    if (formed && each.for === eastAsian) continue;
    const parts = packageParts(each, rank, character);
    found.push(...parts);
    formed ||= each.for === eastAsian && parts.length > 0;
  }
  return found;
}

/** The parts of the font for columns that have this character. */
export function monospacePartsFor(character: string): readonly LoadedPart[] {
  return packageParts(monospace, monospaceRank, character);
}

/** A mapped file: what is drawn of its 25 MB is what is read. */
function emoji(): LoadedPart {
  return load("Noto Color Emoji", emojiRank, [require.resolve(emojiFile)]);
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

/** The same part is another one where it has another rank, as one among the columns and one among the signs. */
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
