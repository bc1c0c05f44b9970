import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ALL_PROVIDERS } from "./all-providers.ts";

test("lists the provider of each folder with a definition", () => {
  const folders = globSync("*/definition.ts", { cwd: import.meta.dirname }).map((file) => path.dirname(file));
  expect(ALL_PROVIDERS.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

test("the guide to providers names each of them", () => {
  const guide = readFileSync(path.join(import.meta.dirname, "../../../docs/operate/providers.md"), "utf8");
  const [, choice = ""] = guide.split("\n## Choose a provider\n");
  const table = choice.split("\n## ")[0] ?? "";
  expect(ALL_PROVIDERS.map(({ name }) => name).filter((name) => !table.includes(`| \`${name}\``))).toEqual([]);
});
