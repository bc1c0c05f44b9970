import { expect, test } from "vitest";
import { readableOn } from "./contrast.ts";
import { colorsOf, WALLPAPER_NAMES } from "./services/wallpapers/wallpapers.ts";

test.each([
  ["#000000", "#ffffff", "#000000"],
  ["#ffffff", "#ffffff", undefined],
  ["#777777", "#ffffff", "#777777"],
  ["#ffff00", "#ffffff", undefined],
  [undefined, "#ffffff", undefined],
])("%s on %s is readable: %s", (color, background, readable) => {
  expect(readableOn(color, background)).toBe(readable);
});

test("applies the requested minimum contrast", () => {
  expect([1, 3, 4.5, 7].map((least) => readableOn("#8a8a8a", "#ffffff", least))).toEqual([
    "#8a8a8a",
    "#8a8a8a",
    undefined,
    undefined,
  ]);
});

const schemes = WALLPAPER_NAMES.flatMap((name) => [[name, "light"] as const, [name, "dark"] as const]);

test.each(schemes)("high contrast with the wallpaper %s in the theme %s exceeds AAA", (name, theme) => {
  const colors = colorsOf(name, theme, true);
  const pairs = [
    ["onSurface", "surfaceHighest"],
    ["onSurfaceVariant", "surfaceHighest"],
    ["onPrimary", "primary"],
    ["onPrimaryContainer", "primaryContainer"],
    ["onSecondaryContainer", "secondaryContainer"],
    ["primary", "surfaceContainer"],
    ["outline", "surface"],
    ["outlineVariant", "surface"],
  ] as const;
  // WCAG 2.2, 1.4.6.
  const unreadable = pairs.filter(([words, ground]) => readableOn(colors[words], colors[ground], 7) === undefined);
  expect(unreadable).toEqual([]);
});

test.each(schemes)("text with the wallpaper %s in the theme %s is readable on its background", (name, theme) => {
  const colors = colorsOf(name, theme);
  const pairs = [
    ["onSurface", "surface"],
    ["onSurface", "surfaceContainer"],
    ["onSurface", "surfaceHigh"],
    ["onSurface", "surfaceHighest"],
    ["onSurfaceVariant", "surface"],
    ["onSurfaceVariant", "surfaceContainer"],
    ["onPrimary", "primary"],
    ["onPrimaryContainer", "primaryContainer"],
    ["onSecondaryContainer", "secondaryContainer"],
    ["onTertiaryContainer", "tertiaryContainer"],
    ["onErrorContainer", "errorContainer"],
    ["error", "surface"],
    ["primary", "surface"],
    ["primary", "surfaceHigh"],
    ["onSurfaceVariant", "surfaceHigh"],
    ["onThemedIcon", "themedIcon"],
  ] as const;
  // WCAG 2.2, 1.4.3: text of any size.
  const unreadable = pairs.filter(([words, ground]) => readableOn(colors[words], colors[ground], 4.5) === undefined);
  expect(unreadable).toEqual([]);
});
