import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (document: string): string => readFileSync(document, "utf8");

test("every path named in CONTRIBUTING.md exists", () => {
  const paths = [...read("CONTRIBUTING.md").matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = ""]) => path);
  // Files that a recipe creates do not exist.
  const made = /hello|factor|torch|sandbox-color|cloud|\/de\//;
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !made.test(path) && !existsSync(path))).toEqual([]);
});

test("every decision has a unique number in its title", () => {
  const files = readdirSync("docs/internals/decisions").toSorted();
  const numbers = files.map((file) => Number(file.slice(0, 4)));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  const titled = files.filter((file) =>
    read(`docs/internals/decisions/${file}`).startsWith(`# ${Number(file.slice(0, 4))}. `),
  );
  expect(titled).toEqual(files);
});

test("every relative link in the docs points to a file", () => {
  const documents = globSync(["*.md", "{docs,packages,devices,apps,deploy,bench}/**/*.md"], {
    exclude: (name) => name === "node_modules",
  });
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = ""]) => ({ document, target })),
  );
  const relative = links.filter(({ target }) => !/^([a-z]+:|\/)/.test(target));
  expect(relative.length).toBeGreaterThan(50);
  expect(relative.filter(({ document, target }) => !existsSync(path.join(path.dirname(document), target)))).toEqual([]);
});
