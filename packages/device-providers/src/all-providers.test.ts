import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ALL_PROVIDERS } from "./all-providers.ts";

const readDocument = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");

test("lists the provider of each folder with a definition", () => {
  const folders = globSync("*/definition.ts", { cwd: import.meta.dirname }).map((file) => path.dirname(file));
  expect(ALL_PROVIDERS.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

test("documents each provider's settings with their descriptions", () => {
  const rows = [...readDocument("docs/operate/providers.md").split("\n"), ...readDocument("README.md").split("\n")];
  const settings = ALL_PROVIDERS.flatMap(({ environment }) => Object.entries(environment.shape));
  const missing = settings
    .map(([name, { description }]) => ({ start: `| \`${name}\` | `, end: ` | ${description} |` }))
    .filter(({ start, end }) => !rows.some((row) => row.startsWith(start) && row.endsWith(end)));
  expect(missing).toEqual([]);
});
