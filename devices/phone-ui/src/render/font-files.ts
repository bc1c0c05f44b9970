import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";

/** A part of a font, in files of its own, for some of the characters. */
export interface FontPart {
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
const chineseForms = { name: "@fontsource-variable/noto-sans-sc", for: eastAsian, weights: variable };
const japaneseForms = { name: "@fontsource-variable/noto-sans-jp", for: eastAsian, weights: variable };

const monospaceName = "@fontsource-variable/jetbrains-mono";

/** In the order of preference. Each is served in one file per set of characters, which its unicode.json lists. */
const packagesWith = (...forms: readonly FontPackage[]): readonly FontPackage[] => [
  { name: "@fontsource/roboto", for: latin, weights: robotoWeights },
  { name: "@fontsource-variable/noto-sans-arabic", for: /\p{Script=Arabic}/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-hebrew", for: /\p{Script=Hebrew}/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-devanagari", for: /[\p{Script=Devanagari}।॥]/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-bengali", for: /\p{Script=Bengali}/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-tamil", for: /\p{Script=Tamil}/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-telugu", for: /\p{Script=Telugu}/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-thai", for: /[\p{Script=Thai}฿]/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-armenian", for: /\p{Script=Armenian}/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-georgian", for: /\p{Script=Georgian}/u, weights: variable },
  { name: "@fontsource-variable/noto-sans-kr", for: /\p{Script=Hangul}/u, weights: variable },
  ...forms,
  { name: monospaceName, for: /₿/u, weights: variable },
  { name: "@fontsource/noto-sans-symbols-2", for: /[\p{S}\p{N}\p{Script=Braille}]/u, weights: ["400-normal"] },
];
const packages = {
  chinese: packagesWith(chineseForms, japaneseForms),
  japanese: packagesWith(japaneseForms, chineseForms),
};
const monospace: FontPackage = { name: monospaceName, for: latin, weights: variable };

const emojiFile = "@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf";
/** What is a picture unless said otherwise, what says so (U+FE0F), and the frame around a key (U+20E3). */
export const emojiPresentation = /[\p{Emoji_Presentation}\ufe0f\u20e3]/u;
const emojiCapable = /[\p{Extended_Pictographic}\p{Emoji_Presentation}\ufe0f\u20e3]/u;
const monospaceRank = -1;
const emojiRank = packages.chinese.length;

const require = createRequire(import.meta.url);
const registered = new Set<string>();
const loaded = new Map<string, FontPart>();
const rangesOf = new Map<string, readonly CharacterSet[]>();
const partsOfCharacter = {
  chinese: new Map<string, readonly FontPart[]>(),
  japanese: new Map<string, readonly FontPart[]>(),
};

/** The parts of a package, and the code points of each: first and last by turns. */
interface CharacterSet {
  part: string;
  bounds: readonly number[];
}

/** Whose way of writing the characters that came from China has. */
export type HanForms = keyof typeof packages;

/**
 * The parts that have this character, best first, registered with Skia when they are first asked for. Empty if none
 * is known to have it. Throws if the font packages are not installed.
 */
export function partsFor(character: string, forms: HanForms): readonly FontPart[] {
  const known = partsOfCharacter[forms];
  let parts = known.get(character);
  if (!parts) {
    parts = findParts(character, forms);
    if (emojiCapable.test(character)) parts = [...parts, emoji()];
    known.set(character, parts);
  }
  return parts;
}

function findParts(character: string, forms: HanForms): FontPart[] {
  const found: FontPart[] = [];
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
export function monospacePartsFor(character: string): readonly FontPart[] {
  return packageParts(monospace, monospaceRank, character);
}

/** A mapped file: what is drawn of its 25 MB is what is read. */
function emoji(): FontPart {
  return load("Noto Color Emoji", emojiRank, [require.resolve(emojiFile)]);
}

function packageParts(fontPackage: FontPackage, rank: number, character: string): FontPart[] {
  if (!fontPackage.for.test(character)) return [];
  const codePoint = character.codePointAt(0) ?? 0;
  const { name, weights } = fontPackage;
  const folder = join(dirname(require.resolve(`${name}/package.json`)), "files");
  const prefix = name.slice(name.indexOf("/") + 1);
  return characterSets(name)
    .filter((set) => includes(set.bounds, codePoint))
    .map(({ part }) => {
      const paths = weights.map((weight) => join(folder, `${prefix}-${part}-${weight}.woff2`));
      return load(`${prefix} ${part}`, rank, paths);
    });
}

/** The same part is another one where it has another rank, as one among the columns and one among the signs. */
function load(family: string, rank: number, paths: readonly string[]): FontPart {
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

function characterSets(name: string): readonly CharacterSet[] {
  let sets = rangesOf.get(name);
  if (!sets) {
    // Part by part its characters in CSS's words: "U+0000-00FF,U+0131". Numbered parts stand in brackets.
    const ranges: Record<string, string> = JSON.parse(readFileSync(require.resolve(`${name}/unicode.json`), "utf8"));
    sets = Object.entries(ranges).map(([part, list]) => ({
      part: part.replaceAll(/[[\]]/g, ""),
      bounds: list.split(",").flatMap(parseRange),
    }));
    rangesOf.set(name, sets);
  }
  return sets;
}

function parseRange(range: string): [first: number, last: number] {
  const [first = "", last = first] = range.trim().slice(2).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

function includes(bounds: readonly number[], codePoint: number): boolean {
  for (let index = 0; index + 1 < bounds.length; index += 2) {
    if (codePoint >= (bounds[index] ?? 0) && codePoint <= (bounds[index + 1] ?? 0)) return true;
  }
  return false;
}
