import { expect, test } from "vitest";
import { commentSentences, markdownSentences, proseFigures } from "./prose.ts";

test("measures pronouns, openings and length of sentences", () => {
  const figures = proseFigures([
    "What has the devices is told.",
    "The server retries the delivery.",
    `Long ${"word ".repeat(26)}`.trim(),
  ]);
  expect(figures).toMatchObject({ sentences: 3, medianWords: 6 });
  expect(figures.clauseOpeningsPercent).toBeCloseTo(100 / 3);
  expect(figures.longPercent).toBeCloseTo(100 / 3);
  expect(figures.pronounsPer100).toBeCloseTo(100 / 38);
});

test("reads Markdown without code and with table cells apart", () => {
  expect(
    markdownSentences(
      "# Three word title\n\nRun `npm test` now. It takes a minute.\n\n```sh\nnpm run what\n```\n\n| one two three | four five six |",
    ),
  ).toEqual(["Three word title", "Run code now.", "It takes a minute.", "one two three", "four five six"]);
});

test("reads comments without lint directives", () => {
  expect(
    commentSentences(
      "/** Returns the `id` of a box. */\nconst a = 1;\n// Two lines of\n// one comment.\n// oxlint-disable-next-line no-x -- it is needed here\n",
    ),
  ).toEqual(["Returns the code of a box."]);
  expect(commentSentences("const a = 1;\n  // Two lines of\n  // one comment.\n")).toEqual([
    "Two lines of one comment.",
  ]);
});
