import { expect, test } from "vitest";
import { createProgram } from "../program.ts";
import { wordsAfter } from "./completion.ts";

const NAMES = { box: async () => ["sbx_1", "sbx_2"], snapshot: async () => ["tools", "other"] };

test.each([
  [["bo"], ["box"]],
  [
    ["box", "ex"],
    ["extend", "exec"],
  ],
  [["box", "create", "--ex"], ["--expires-in"]],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["template", "list", "x"], []],
  [
    ["shell", ""],
    ["sbx_1", "sbx_2"],
  ],
  [["box", "terminate", "sbx_1", "sbx_2"], ["sbx_2"]],
  [["shell", "sbx_1", ""], []],
  [
    ["snapshot", "create", ""],
    ["sbx_1", "sbx_2"],
  ],
  [["snapshot", "create", "sbx_1", ""], []],
  [["snapshot", "delete", "tools", "o"], ["other"]],
])("completes %j to %j", async (words, expected) => {
  expect(await wordsAfter(createProgram("1"), words, NAMES)).toEqual(expected);
});
