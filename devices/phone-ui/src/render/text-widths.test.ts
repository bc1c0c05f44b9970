import { expect, test } from "vitest";
import { TextWidths } from "./text-widths.ts";

const measured = (): { widths: TextWidths; width: (font: string, text: string) => number; count: () => number } => {
  const widths = new TextWidths();
  let count = 0;
  const measure = (text: string) => () => {
    count++;
    return text.length;
  };
  return { widths, width: (font, text) => widths.width(font, text, measure(text)), count: () => count };
};

test("measures a text once for each font", () => {
  const { width, count } = measured();
  expect([width("a", "moss"), width("a", "moss"), width("b", "moss")]).toEqual([4, 4, 4]);
  expect(count()).toBe(2);
});

test("caches a text of zero width", () => {
  const { width, count } = measured();
  expect([width("a", ""), width("a", "")]).toEqual([0, 0]);
  expect(count()).toBe(1);
});

test("does not cache long texts", () => {
  const { widths, width } = measured();
  expect(width("a", "x".repeat(100_000))).toBe(100_000);
  expect(widths.size).toEqual({ texts: 0, characters: 0 });
});

test("limits the cached texts, characters and fonts", () => {
  const { widths, width } = measured();
  let [texts, characters] = [0, 0];
  for (let index = 0; index < 50_000; index++) {
    width(`${index % 500} px`, `${index}`.padStart(index % 2 === 0 ? 8 : 200, "x"));
    texts = Math.max(texts, widths.size.texts);
    characters = Math.max(characters, widths.size.characters);
  }
  expect(texts).toBeLessThanOrEqual(20_000);
  expect(characters).toBeLessThanOrEqual(400_000);
  // The last measured text is cached.
  expect(width("499 px", "49999".padStart(200, "x"))).toBe(200);
  expect(widths.size.texts).toBeGreaterThan(0);
});
