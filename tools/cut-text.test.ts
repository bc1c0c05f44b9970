import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A cut at a number or at a named limit. */
const CUTS =
  /^.*\.(?:slice|substring)\((?:0, *-?|-)(?:[2-9]\d|\d_?\d{2,}|\w*(?:chars|words_max|most_words)\w*)\).*$/gim;
/** Digests, times, lists, and text that is only inspected. */
const HARMLESS =
  /digest\(|hash\.|toISOString\(|isoDate\(|timestamp|(?:names|packages|found|lines|children|free|chunks)\.slice|xml\.slice|PROCESS_LINE|<!doctype|100_000|^\S+at-spi\.ts: \.slice\(0, 100\);$/;

it("only one function cuts texts, without splitting characters", () => {
  const files = globSync("{packages,devices}/*/src/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) => {
    if (/\.test\.|\/testing\/|\/fuzz\/|\/cut-text\.ts$/.test(file)) return [];
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(CUTS)].map(([line]) => `${file}: ${line.trim()}`).filter((line) => !HARMLESS.test(line));
  });
  expect(found).toEqual([]);
});
