import { globSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { contractLimits } from "../apps/docs/reference/contract-limits.ts";
import { referencePages } from "../apps/docs/reference/write-pages.ts";
import { LIMIT_GUIDE } from "../packages/contract/src/limit-guide.ts";
import { contractEndpoints } from "../packages/contract/src/reflection/contract-exports.ts";
import { ALL_PROVIDERS } from "../packages/device-providers/src/all-providers.ts";
import { Environment } from "../packages/server/src/environment.ts";

let pages: Readonly<Record<string, string>>;
beforeAll(async () => {
  pages = await referencePages();
});

/** Returns the cells of the tables of a page, without their headers. */
const rowsOf = (name: string): string[][] =>
  (pages[name] ?? "")
    .split("\n")
    .filter(
      (line, index, lines) =>
        line.startsWith("| ") && !line.startsWith("| -") && lines[index + 1]?.startsWith("| -") !== true,
    )
    .map((line) => line.slice(2, -2).split(/ ?(?<!\\)\| ?/));
/** Returns rows that lack one of these cells. */
const incomplete = (name: string, cells: readonly number[]) =>
  rowsOf(name).filter((row) => cells.some((cell) => (row[cell] ?? "") === ""));

test("gives each error a meaning and a next step", () => {
  expect(rowsOf("errors").length).toBeGreaterThan(80);
  expect(incomplete("errors", [0, 1, 2, 3])).toEqual([]);
});

test("describes every limit of the contract", async () => {
  const described = Object.values(LIMIT_GUIDE).flatMap((section) => Object.keys(section));
  expect(described.toSorted()).toEqual([...(await contractLimits()).keys()].toSorted());
  expect(incomplete("limits", [0, 1, 3])).toEqual([]);
});

test("describes every setting of the server and its providers", () => {
  const schemas = [Environment, ...ALL_PROVIDERS.map(({ environment }) => environment)];
  const names = schemas.flatMap(({ shape }) => Object.keys(shape).map((name) => `\`${name}\``));
  expect(rowsOf("settings").map(([name]) => name)).toEqual(names);
  expect(incomplete("settings", [0, 1, 2, 3])).toEqual([]);
});

test("lists every call of the contract once", async () => {
  const calls = (await contractEndpoints()).map(({ method, path }) => `\`${method} ${path}\``);
  expect(
    rowsOf("api")
      .map(([call = ""]) => call)
      .toSorted(),
  ).toEqual(calls.toSorted());
});

test("names only variables of the README that exist", () => {
  const known = pages["settings"] ?? "";
  const section = readFileSync("README.md", "utf8").split("\n## Settings\n")[1]?.split("\n## ")[0] ?? "";
  const named = section.split("\n").flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1]?.match(/\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(`| \`${name}\` |`))).toEqual([]);
});

test("documents link only to pages of the site that exist", () => {
  const documents = globSync("docs/**/*.md");
  const addresses = documents.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/`\/docs\/([\w/-]+)`/g)].map(([, page = ""]) => page),
  );
  const isThere = (page: string) =>
    documents.includes(`docs/${page}.md`) ||
    (page.startsWith("reference/") && page.slice("reference/".length) in pages);
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((page) => !isThere(page))).toEqual([]);
});
