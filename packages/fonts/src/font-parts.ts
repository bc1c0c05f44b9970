import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Font packages, each with the characters of some scripts. */
export const ROBOTO = "@fontsource/roboto";
export const SYMBOLS = "@fontsource/noto-sans-symbols-2";
export const MONOSPACE = "@fontsource-variable/jetbrains-mono";

/** Scripts with a Noto Sans font; the East Asian ones contain the same characters in each country's forms. */
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

/** Returns the package of a Noto Sans font. Its files are variable fonts with all weights. */
export const notoSans = (script: NotoScript): string => `@fontsource-variable/noto-sans-${script}`;

/** A font's files for a subset of its characters. */
export interface FontPart {
  /** Name of the character set, such as `latin` or `42`. */
  set: string;
  /** Name of font and set, unique among all parts: `roboto-latin`. */
  name: string;
  /** First and last code points of ranges, alternating. */
  bounds: readonly number[];
  /**
   * Returns the path of a file by its name's ending, such as `400-normal.woff`. Does not check that the file exists.
   */
  path(ending: string): string;
}

const require = createRequire(import.meta.url);
const known = new Map<string, readonly FontPart[]>();

/** Returns the parts of a font package, as listed in its unicode.json. Throws if the package is not installed. */
export function fontParts(fontPackage: string): readonly FontPart[] {
  let parts = known.get(fontPackage);
  if (!parts) {
    const folder = dirname(require.resolve(`${fontPackage}/package.json`));
    const font = fontPackage.slice(fontPackage.indexOf("/") + 1);
    // Maps each part to its characters in CSS syntax: "U+0000-00FF,U+0131". Numbered parts are in brackets.
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

/** Returns the part for a character set. Throws if it does not exist or the package is not installed. */
export function fontPart(fontPackage: string, set: string): FontPart {
  const part = fontParts(fontPackage).find((each) => each.set === set);
  if (!part) throw new Error(`${fontPackage} has no characters called "${set}"`);
  return part;
}

/** Returns whether a part includes a character. */
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
