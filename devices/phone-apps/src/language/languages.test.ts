import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { APPS } from "../apps.ts";
import { LANGUAGES } from "./languages.ts";

/** All tables of English texts: every object that a file named `strings.ts` or `…-strings.ts` exports. */
const TABLES = Object.entries(
  import.meta.glob<Readonly<Record<string, unknown>>>(
    ["../**/strings.ts", "../../../phone-ui/src/**/{strings,*-strings}.ts"],
    { eager: true },
  ),
).flatMap(([file, module]) =>
  Object.values(module).flatMap((table) => (isTable(table) ? [{ file: file.replaceAll("../", ""), table }] : [])),
);

function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns the paths of all texts in a table, such as `problems.offline.title`. */
function pathsOf(table: object): string[] {
  return Object.entries(table)
    .flatMap(([key, value]) => (isTable(value) ? pathsOf(value).map((below) => `${key}.${below}`) : [key]))
    .toSorted();
}

test("finds the texts of the system and of all apps", () => {
  const tables = TABLES.map(({ table }) => table);
  expect(tables).toEqual(expect.arrayContaining(APPS.map(({ strings }) => strings)));
  expect(TABLES.map(({ file }) => file)).toEqual(
    expect.arrayContaining([expect.stringMatching(/system-strings\.ts$/)]),
  );
});

test("languages have different tags and names", () => {
  expect(new Set(LANGUAGES.flatMap(({ tag, name }) => [tag, name])).size).toBe(2 * LANGUAGES.length);
});

test("the product reference names each language", () => {
  const reference = readFileSync(path.join(import.meta.dirname, "../../../../docs/reference/product.md"), "utf8");
  const [, systemUi = ""] = /^- \*\*System UI\*\*: (.*)$/m.exec(reference) ?? [];
  const names = new Intl.DisplayNames("en", { type: "language" });
  const english = LANGUAGES.map(({ tag }) => String(names.of(tag.replace(/-.*/, ""))));
  expect(english.filter((name) => !systemUi.includes(name))).toEqual([]);
});

const DAYS = Array.from({ length: 365 }, (_, index) => new Date(2026, 0, 1 + index, 12));

describe.each(LANGUAGES)("the language $name", ({ locale, formatDay }) => {
  test.each(["long", "short"] as const)("formats %s days like Intl", (length) => {
    const intl = new Intl.DateTimeFormat(locale, { weekday: length, day: "numeric", month: length });
    // Only British English shortens September to four letters.
    const formats = DAYS.map((day) => [formatDay(day, length), intl.format(day).replace(/ Sept$/, " Sep")]);
    expect(formats.filter(([own, expected]) => own !== expected)).toEqual([]);
  });
});

describe.each(LANGUAGES.slice(1))("the language $name", ({ translations }) => {
  test("translates each table", () => {
    const missing = TABLES.filter(({ table }) => !translations().has(table));
    expect(missing.map(({ file }) => file)).toEqual([]);
  });

  test("has the texts of each table", () => {
    // The types check named texts, but not lists and records.
    for (const [english, own] of translations()) expect(pathsOf(own)).toEqual(pathsOf(english));
  });
});

test("no source outside of the language folders lists languages", () => {
  const folders = readFolders();
  const named = new RegExp(String.raw`"en" \||\b(${folders})\??: |["'](${folders})(-[A-Z]\w+)?["']`);
  const root = path.join(import.meta.dirname, "../../..");
  const sources = globSync("*/src/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/language/*/*", "**/testing/*", "**/*.test.*"],
  });
  const lines = sources.flatMap((file) =>
    readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .flatMap((line) => (named.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(lines).toEqual([]);
});

function readFolders(): string {
  return globSync("*/language.ts", { cwd: import.meta.dirname })
    .map((file) => path.dirname(file))
    .join("|");
}
