import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";

export type FontWeight = 300 | 400 | 500 | 700;

const family = "Roboto";
/** Roboto is served in one file per script; each becomes a family of its own, and the font list falls back along them. */
const scripts = ["latin", "latin-ext", "cyrillic", "greek"] as const;
const weights: readonly FontWeight[] = [300, 400, 500, 700];
/** Only for characters Roboto lacks, and only where the system has them. */
const systemFallbacks = "'Noto Color Emoji', 'Noto Sans CJK SC', sans-serif";

/** Roboto's own vertical metrics (its hhea table), in parts of the font size. */
export const fontAscent = 0.927734375;
export const fontDescent = 0.244140625;

const familyList = [...scripts.map((script) => `'${familyOf(script)}'`), systemFallbacks].join(", ");
const fontStrings = new Map<number, string>();
let registered = false;

/** Registers the fonts with Skia, once per process. Throws if the font package is not installed. */
export function registerFonts(): void {
  if (registered) return;
  const files = join(dirname(createRequire(import.meta.url).resolve("@fontsource/roboto/package.json")), "files");
  for (const script of scripts) {
    for (const weight of weights) {
      const path = join(files, `roboto-${script}-${weight}-normal.woff2`);
      if (!GlobalFonts.registerFromPath(path, familyOf(script)))
        throw new Error(`cannot load the font ${path}; run npm install`);
    }
  }
  registered = true;
}

/** The canvas font of this size in pixels. */
export function fontString(sizePx: number, weight: FontWeight): string {
  const key = sizePx * 1000 + weight;
  let font = fontStrings.get(key);
  if (font === undefined) {
    font = `${weight} ${sizePx}px ${familyList}`;
    fontStrings.set(key, font);
  }
  return font;
}

function familyOf(script: string): string {
  return script === "latin" ? family : `${family} ${script}`;
}
