import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A file of tests in backquotes, and the names that follow it. */
const CITATION = /`([^`]+\.test\.tsx?)`: ((?:“[^”]+”(?:; )?)+)/g;
const read = (document: string): string => readFileSync(document, "utf8");
const citedIn = (document: string) =>
  [...read(document).matchAll(CITATION)].flatMap(([, file = "", names = ""]) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = ""]) => ({ file, name })),
  );

/** Whether a file has a test of this name, as it stands in the source. */
function hasTest(file: string, name: string): boolean {
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  return ['"', "`", "'"].some(
    (quote) => source.includes(`(${quote}${name}${quote}`) || source.includes(`${quote}${name}${quote},`),
  );
}

test.for(["docs/spec-coverage.md", "docs/hardening.md"])("every test that %s names exists", (document) => {
  const cited = citedIn(document);
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter(({ file, name }) => !hasTest(file, name))).toEqual([]);
});

test("every item names a test, or says why there is none", () => {
  const rows = read("docs/spec-coverage.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (item|---)/.test(line));
  expect(rows.filter((row) => !/`: “|`bench\/|a guard only/.test(row))).toEqual([]);
});

test("the sections of spec-coverage.md are those of product.md, in its order", () => {
  const sections = [...read("docs/product.md").matchAll(/^## (.+)$/gm)].map(([, title = ""]) => {
    const anchor = title
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-");
    return `[${title}](product.md#${anchor})`;
  });
  const covered = [...read("docs/spec-coverage.md").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(covered.length).toBeGreaterThan(0);
  expect(covered).toEqual(sections);
});

test("every file and folder that CONTRIBUTING.md names exists", () => {
  const paths = [...read("CONTRIBUTING.md").matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = ""]) => path);
  // What a recipe makes is not there.
  const made = /hello|factor|torch/;
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !made.test(path) && !existsSync(path))).toEqual([]);
});

test("every decision has a number of its own, and its title begins with it", () => {
  const files = readdirSync("docs/decisions").toSorted();
  const numbers = files.map((file) => Number(file.slice(0, 4)));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  const titled = files.filter((file) => read(`docs/decisions/${file}`).startsWith(`# ${Number(file.slice(0, 4))}. `));
  expect(titled).toEqual(files);
});
