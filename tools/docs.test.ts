import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
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

const documents = globSync(["*.md", "{docs,packages,devices,apps,deploy,bench}/**/*.md"], {
  exclude: (name) => name === "node_modules",
});

test("every relative link in the docs points to a file", () => {
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = ""]) => ({ document, target })),
  );
  const relative = links.filter(({ target }) => !/^([a-z]+:|\/)/.test(target));
  expect(relative.length).toBeGreaterThan(50);
  expect(relative.filter(({ document, target }) => !existsSync(path.join(path.dirname(document), target)))).toEqual([]);
});

/** Anchors of a heading on GitHub, and on the documentation site (VitePress). */
const anchorsOf = (heading: string): string[] => {
  const text = heading.toLowerCase().replaceAll("`", "");
  return [text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-"), text.split(/[^\p{L}\p{N}]+/u).join("-")];
};

test("every link to a heading names one, on GitHub and on the site", () => {
  const proseOf = (document: string) => read(document).replaceAll(/```[^]*?```/g, "");
  const links = documents.flatMap((document) =>
    [...proseOf(document).matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].map(([, target = "", anchor = ""]) => ({
      document,
      target: target === "" ? document : path.join(path.dirname(document), target),
      anchor,
    })),
  );
  const isHeading = ({ target, anchor }: (typeof links)[number]) =>
    [...proseOf(target).matchAll(/^#+ (.+)$/gm)].some(([, heading = ""]) =>
      anchorsOf(heading).every((each) => each === anchor),
    );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((link) => !isHeading(link))).toEqual([]);
});

/** Returns the code texts in the first column of a document's tables. `…` in them stands for any text. */
const quotedTexts = (document: string): string[] =>
  read(document)
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text))
    .filter((text) => text.includes(" "));

test("troubleshooting quotes messages of the code", () => {
  const sources = globSync("{packages,tools}/**/*.ts", { exclude: ["**/node_modules", "**/dist", "**/*.test.ts"] })
    .map(read)
    .join("\n");
  const quoted = quotedTexts("docs/operate/troubleshoot.md");
  expect(quoted.length).toBeGreaterThan(30);
  expect(quoted.filter((text) => !text.split("…").every((part) => sources.includes(part.trim())))).toEqual([]);
});

test("the documents name existing alerts", () => {
  const named = [...read("docs/operate/monitor.md").matchAll(/`(Terrarium\w+)`/g)].map(([, name = ""]) => name);
  const alerts = read("deploy/monitoring/alerts.yaml");
  expect(named.filter((name) => !alerts.includes(`alert: ${name}\n`))).toEqual([]);
});

test("a document shows each picture, of 150 KiB at most", () => {
  const pictures = readdirSync("docs/images");
  const documents = globSync(["README.md", "docs/**/*.md"]).map(read).join("\n");
  expect(pictures.filter((name) => !documents.includes(`images/${name})`))).toEqual([]);
  expect(pictures.filter((name) => statSync(`docs/images/${name}`).size > 150 * 1024)).toEqual([]);
});
