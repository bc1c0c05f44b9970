import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Imports of each file, by path in the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** An arrow between two packages or two entries of a folder, and an import that causes it. */
interface Arrow {
  from: string;
  to: string;
  example: string;
}

/** The dependencies of a package.json. */
interface Declarations {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const PACKAGE_SOURCES = "{packages,devices,apps}/*/src/**/*.{ts,tsx}";
/** Programs and tests outside of packages. */
export const OTHER_SOURCES = "{tools,e2e,attacks,bench}/**/*.{ts,tsx,mjs}";
const IMPORT_PATTERN =
  /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+|@terrarium\/[^"]+)"|new URL\("(\.[^"]+)", import\.meta\.url\)/g;

/** Reads the imports between the sources, except those of other projects. */
export function readImportGraph(sources = PACKAGE_SOURCES): ImportGraph {
  const files = new Set(globSync(sources, { exclude: ["**/node_modules"] }));
  const packages = new Map([...files].map((file) => [file.split("/")[1] ?? "", packageOf(file)]));
  return new Map(
    [...files].map((file) => {
      const found = [...readFileSync(file, "utf8").matchAll(IMPORT_PATTERN)].map(([, name, url]) =>
        resolve(file, name ?? url ?? "", packages),
      );
      return [file, found.filter((target) => files.has(target))];
    }),
  );
}

function resolve(file: string, name: string, packages: ReadonlyMap<string, string>): string {
  if (name.startsWith(".")) return join(dirname(file), name);
  const [, owner = "", ...path] = name.split("/");
  const target = `${packages.get(owner)}/src/${path.join("/")}`;
  return target.endsWith(".tsx") ? target : `${target}.ts`;
}

/** `devices/phone-ui/src/theme.ts` → `devices/phone-ui` */
function packageOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

/** `devices/phone-ui` → `phone-ui` */
function nameOf(packageFolder: string): string {
  return packageFolder.split("/")[1] ?? packageFolder;
}

/**
 * Returns the imports of packages that a package.json does not declare, one per line. `dependencies` are for the product,
 * `devDependencies` for tests.
 */
export function undeclaredImports(graph: ImportGraph, declarationsOf: (folder: string) => Declarations): string[] {
  return arrowsBetween(graph, packageOf, () => true).flatMap(({ from, to }) => {
    const { dependencies = {}, devDependencies = {} } = declarationsOf(from);
    const name = `@terrarium/${nameOf(to)}`;
    if (name in dependencies) return [];
    const example = [...graph].find(
      ([file, targets]) =>
        packageOf(file) === from &&
        (isProduct(file) || !(name in devDependencies)) &&
        targets.some((target) => packageOf(target) === to),
    );
    return example ? [`${from}/package.json does not declare ${name}, which ${example[0]} imports`] : [];
  });
}

/** Returns false for tests. They may import everything, independent of the structure of the program. */
function isProduct(file: string): boolean {
  return !/\.test\.tsx?$|\/testing\//.test(file);
}

/** Returns circles between packages, including tests, as one line each. */
function circlesBetweenPackages(graph: ImportGraph): string[] {
  const circles = circlesAmong(arrowsBetween(graph, packageOf, () => true));
  return circles.map((circle) => `circle between packages: ${describe(circle)}`);
}

/** Returns circles between the files and folders of each folder, as one line each. Imports of types count too. */
export function circlesInFolders(graph: ImportGraph): string[] {
  const folders = new Set([...graph.keys()].flatMap(foldersOf));
  return [...folders].toSorted().flatMap((folder) => {
    const entryOf = (file: string) =>
      file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/")[0] : undefined;
    return circlesAmong(arrowsBetween(graph, entryOf, isProduct)).map(
      (circle) => `circle in ${folder}: ${describe(circle)}`,
    );
  });
}

/** Returns the folders that contain a file, from its package's `src` down, or else from the top. */
function foldersOf(file: string): string[] {
  const parts = dirname(file).split("/");
  const top = /^(packages|devices|apps)$/.test(parts[0] ?? "") ? 3 : 1;
  return parts.slice(top - 1).map((_, index) => parts.slice(0, index + top).join("/"));
}

/** Returns the arrows between the groups that `groupOf` assigns to files. Files without a group are ignored. */
function arrowsBetween(
  graph: ImportGraph,
  groupOf: (file: string) => string | undefined,
  counts: (file: string) => boolean,
): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const [file, targets] of graph) {
    if (!counts(file)) continue;
    for (const target of targets) {
      const [from, to] = [groupOf(file), groupOf(target)];
      if (from === undefined || to === undefined || from === to) continue;
      arrows.set(`${from} ${to}`, { from, to, example: `${file} → ${target}` });
    }
  }
  return [...arrows.values()];
}

/** Returns the arrows of each circle, between groups that reach each other. */
function circlesAmong(arrows: readonly Arrow[]): Arrow[][] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const reachable = new Map([...next.keys()].map((from) => [from, reachFrom(from, next)]));
  const leads = (from: string, to: string) => reachable.get(from)?.has(to) ?? false;
  const inCircles = arrows.filter(({ from, to }) => leads(to, from));
  // Groups of one circle reach the same groups.
  return [...Map.groupBy(inCircles, ({ from }) => [...(reachable.get(from) ?? [])].toSorted().join(" ")).values()];
}

function reachFrom(start: string, next: ReadonlyMap<string, readonly Arrow[]>): Set<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { to } of next.get(at) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return seen;
}

function describe(circle: readonly Arrow[]): string {
  return circle.map(({ from, to, example }) => `${from} → ${to} (${example})`).join(", ");
}

/** Returns the arrows of a Mermaid drawing, `from --> to & to`, each as `from to`. */
function drawnArrows(document: string): Set<string> {
  const [, drawing = ""] = /```mermaid\n([^]*?)```/.exec(document) ?? [];
  const arrows = drawing.split("\n").flatMap((line) => {
    const [, from, targets] = /^\s*([\w-]+) --> (.+)$/.exec(line) ?? [];
    return targets?.split(" & ").map((to) => `${from} ${to.trim()}`) ?? [];
  });
  return new Set(arrows);
}

/**
 * Returns problems of the import graph, one per line: circles, and arrows between packages that differ from the
 * drawing.
 */
export function importProblems(graph: ImportGraph, document: string): string[] {
  const drawn = drawnArrows(document);
  const made = new Map(
    arrowsBetween(graph, packageOf, isProduct).map(({ from, to, example }) => [
      `${nameOf(from)} ${nameOf(to)}`,
      example,
    ]),
  );
  const undrawn = [...made].filter(([pair]) => !drawn.has(pair));
  const unmade = [...drawn].filter((pair) => !made.has(pair));
  return [
    ...circlesBetweenPackages(graph),
    ...circlesInFolders(graph),
    ...undrawn.map(([pair, example]) => `${pair.replace(" ", " → ")} is not drawn (${example})`),
    ...unmade.map((pair) => `${pair.replace(" ", " → ")} is drawn, but nothing imports it`),
  ];
}
