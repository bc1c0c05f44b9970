import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const document = readFileSync("docs/spec-coverage.md", "utf8");
/** A file of tests in backquotes, and the names that follow it. */
const CITATION = /`([^`]+\.test\.tsx?)`: ((?:“[^”]+”(?:; )?)+)/g;
const cited = [...document.matchAll(CITATION)].flatMap(([, file = "", names = ""]) =>
  [...names.matchAll(/“([^”]+)”/g)].map(([, name = ""]) => ({ file, name })),
);

/** Whether a file has a test of this name, as it stands in the source. */
function hasTest(file: string, name: string): boolean {
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  return ['"', "`", "'"].some(
    (quote) => source.includes(`(${quote}${name}${quote}`) || source.includes(`${quote}${name}${quote},`),
  );
}

test("every test that the coverage of the specification names exists", () => {
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ file, name }) => !hasTest(file, name))).toEqual([]);
});

test("every item names a test, or says why there is none", () => {
  const rows = document.split("\n").filter((line) => line.startsWith("| ") && !/^\| (item|---)/.test(line));
  expect(rows.filter((row) => !/`: “|`bench\/|a guard only/.test(row))).toEqual([]);
});
