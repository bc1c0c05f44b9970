import { expect, test } from "vitest";
import { readableOn } from "./contrast.ts";
import { THEMES } from "./theme.ts";

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

test.each(Object.entries(THEMES))("text of the theme %s is readable on its background", (_name, colors) => {
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
  ] as const;
  // WCAG 2.2, 1.4.3: text of any size.
  const unreadable = pairs.filter(([words, ground]) => readableOn(colors[words], colors[ground], 4.5) === undefined);
  expect(unreadable).toEqual([]);
});
