import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { readableOn } from "../../contrast.ts";
import type { ThemeName } from "../../theme.ts";
import { colorsOf, WALLPAPER_NAMES, wallpaperDrawing, wallpaperNamed, type WallpaperName } from "./wallpapers.ts";

function draw(name: WallpaperName, theme: ThemeName, width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  wallpaperDrawing(name, theme)(canvas.getContext("2d"), width, height);
  return Buffer.from(canvas.data());
}

describe.each(WALLPAPER_NAMES)("the wallpaper %s", (name) => {
  test("is identical each time, and differs between light and dark", () => {
    expect(draw(name, "dark", 60, 100).equals(draw(name, "dark", 60, 100))).toBe(true);
    expect(draw(name, "dark", 60, 100).equals(draw(name, "light", 60, 100))).toBe(false);
  });

  test.each([
    [60, 100],
    [100, 60],
    [200, 20],
    [1, 1],
  ])("covers all of %dx%d", (width, height) => {
    const pixels = draw(name, "dark", width, height);
    for (let at = 3; at < pixels.length; at += 4) expect(pixels[at]).toBe(255);
  });

  test.each(["light", "dark"] as const)("leaves text readable everywhere in the theme %s", (theme) => {
    const { onWallpaper, onWallpaperMuted } = colorsOf(name, theme);
    for (const [width, height] of [
      [90, 200],
      [160, 100],
    ] as const) {
      const pixels = draw(name, theme, width, height);
      const colors = new Set<string>();
      for (let at = 0; at < pixels.length; at += 4) colors.add(`#${pixels.toString("hex", at, at + 3)}`);
      const unreadable = [...colors].filter(
        (color) =>
          readableOn(onWallpaper, color, 4.5) === undefined || readableOn(onWallpaperMuted, color) === undefined,
      );
      expect(unreadable).toEqual([]);
    }
  });
});

test("an unknown name selects the first wallpaper", () => {
  expect([undefined, "", "constructor", "tide"].map(wallpaperNamed)).toEqual(["moss", "moss", "moss", "tide"]);
});

test("the same wallpaper and theme have the same colors object", () => {
  expect(colorsOf("dusk", "light")).toBe(colorsOf("dusk", "light"));
  expect(new Set(WALLPAPER_NAMES.map((name) => colorsOf(name, "dark").primary)).size).toBe(WALLPAPER_NAMES.length);
});
