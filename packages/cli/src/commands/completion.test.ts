import { expect, test } from "vitest";
import { createProgram } from "../program.ts";
import { wordsAfter } from "./completion.ts";

test.each([
  [["bo"], ["box"]],
  [["box", "ex"], ["exec"]],
  [["box", "create", "--ex"], ["--expires-in"]],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["template", "list", "x"], []],
])("after %j may come %j", async (words, expected) => {
  expect(await wordsAfter(createProgram("1"), words)).toEqual(expected);
});
