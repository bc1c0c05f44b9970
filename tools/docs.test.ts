import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (document: string): string => readFileSync(document, "utf8");

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
