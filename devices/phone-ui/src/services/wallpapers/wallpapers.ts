import type { SKRSContext2D } from "@napi-rs/canvas";
import { schemeOf } from "../../color-scheme.ts";
import type { Colors, ThemeName } from "../../theme.ts";
import { toneOf, type Palette } from "../../tones.ts";
import { drawDunes, drawDusk, drawTide } from "./landscapes.ts";
import { drawMoss } from "./moss.ts";
import type { Scene } from "./scenery.ts";
import { drawBloom, drawStone } from "./shapes.ts";

interface Wallpaper extends Palette {
  /** Chroma of the drawing, relative to that of the screens' colors. */
  vivid?: number;
  draw: (scene: Scene) => void;
}

/** The built-in wallpapers: each has the source color of the screens' colors, and a drawing. */
const WALLPAPERS = {
  moss: { hue: 127, chroma: 44, draw: drawMoss },
  dunes: { hue: 62, chroma: 44, draw: drawDunes },
  tide: { hue: 265, chroma: 40, draw: drawTide },
  dusk: { hue: 305, chroma: 40, draw: drawDusk },
  bloom: { hue: 5, chroma: 44, draw: drawBloom },
  stone: { hue: 205, chroma: 22, vivid: 0.5, draw: drawStone },
} as const satisfies Record<string, Wallpaper>;

/** Dark tones look more colorful than light ones of the same chroma. */
const DARK_CHROMA = 0.65;

export type WallpaperName = keyof typeof WALLPAPERS;
export const WALLPAPER_NAMES = Object.keys(WALLPAPERS) as readonly WallpaperName[];

/** Returns the wallpaper of this name; the first one for an unknown name, since any script may write the setting. */
export function wallpaperNamed(name: string | undefined): WallpaperName {
  return WALLPAPER_NAMES.find((each) => each === name) ?? "moss";
}

/** Returns the colors of all screens with this wallpaper. */
export function colorsOf(wallpaper: WallpaperName, theme: ThemeName, highContrast = false): Colors {
  return schemeOf(WALLPAPERS[wallpaper], theme, highContrast);
}

/** Returns the function that draws a wallpaper at any size. */
export function wallpaperDrawing(name: WallpaperName, theme: ThemeName) {
  const { hue, chroma, vivid = 1, draw }: Wallpaper = WALLPAPERS[name];
  const drawn = chroma * vivid * (theme === "light" ? 1 : DARK_CHROMA);
  const shade: Scene["shade"] = (light, dark, turn = 0) =>
    toneOf({ hue: hue + turn, chroma: drawn }, theme === "light" ? light : dark);
  return (context: SKRSContext2D, width: number, height: number): void =>
    draw({ context, width, height, theme, shade });
}
