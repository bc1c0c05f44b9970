import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Packages of fonts, each with the characters of some scripts. */
export const ROBOTO = "@fontsource/roboto";
export const SYMBOLS = "@fontsource/noto-sans-symbols-2";
export const MONOSPACE = "@fontsource-variable/jetbrains-mono";

/** What each Noto Sans is for; the East Asian ones have the same characters in the forms of each country. */
export type NotoScript =
  | "arabic"
  | "armenian"
  | "bengali"
  | "devanagari"
  | "georgian"
  | "hebrew"
  | "jp"
  | "kr"
  | "sc"
  | "tamil"
  | "telugu"
  | "thai";

/** The package of a Noto Sans, whose files are variable: one has all weights. */
export const notoSans = (script: NotoScript): string => `@fontsource-variable/noto-sans-${script}`;

/** A font's files for some of its characters. */
export interface FontPart {
  /** The set of characters, such as `latin` or `42`. */
  set: string;
  /** The same with the font, unique among all parts: `roboto-latin`. */
  name: string;
  /** First and last code points by turns. */
  bounds: readonly number[];
  /** Where one of its files is, by how its name ends: `400-normal.woff`. Nothing says whether it is there. */
  path(ending: string): string;
}

const require = createRequire(import.meta.url);
const known = new Map<string, readonly FontPart[]>();

/** The parts of a package of fonts, as its unicode.json lists them. Throws if it is not installed. */
export function fontParts(fontPackage: string): readonly FontPart[] {
  let parts = known.get(fontPackage);
  if (!parts) {
    const folder = dirname(require.resolve(`${fontPackage}/package.json`));
    const font = fontPackage.slice(fontPackage.indexOf("/") + 1);
    // Part by part its characters in CSS's words: "U+0000-00FF,U+0131". Numbered parts stand in brackets.
    const sets: Record<string, string> = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8"));
    parts = Object.entries(sets).map(([key, list]) => {
      const set = key.replaceAll(/[[\]]/g, "");
      const name = `${font}-${set}`;
      const path = (ending: string) => join(folder, "files", `${name}-${ending}`);
      return { set, name, bounds: list.split(",").flatMap(parseRange), path };
    });
    known.set(fontPackage, parts);
  }
  return parts;
}

/** The part for one set of a package's characters. Throws if there is none, or the package is not installed. */
export function fontPart(fontPackage: string, set: string): FontPart {
  const part = fontParts(fontPackage).find((each) => each.set === set);
  if (!part) throw new Error(`${fontPackage} has no characters called "${set}"`);
  return part;
}

/** Whether a part is for a character. */
export function hasCharacter({ bounds }: FontPart, codePoint: number): boolean {
  for (let index = 0; index + 1 < bounds.length; index += 2) {
    if (codePoint >= (bounds[index] ?? 0) && codePoint <= (bounds[index + 1] ?? 0)) return true;
  }
  return false;
}

function parseRange(range: string): [first: number, last: number] {
  const [first = "", last = first] = range.trim().slice(2).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
