import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  circlesInFolders,
  importProblems,
  OTHER_SOURCES,
  readImportGraph,
  undeclaredImports,
  type ImportGraph,
} from "./import-graph.ts";

const graph = (imports: Record<string, readonly string[]>): ImportGraph => new Map(Object.entries(imports));
const drawing = (...lines: string[]): string => `# Parts\n\n\`\`\`mermaid\nflowchart TD\n${lines.join("\n")}\n\`\`\`\n`;

test("the packages import each other as drawn, without circles", () => {
  expect(importProblems(readImportGraph(), readFileSync("docs/internals/architecture.md", "utf8"))).toEqual([]);
});

test("files outside of packages import each other without circles", () => {
  expect(circlesInFolders(readImportGraph(OTHER_SOURCES))).toEqual([]);
});

test("packages import only the packages that they declare", () => {
  const declarationsOf = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  expect(undeclaredImports(readImportGraph(), declarationsOf)).toEqual([]);
});

test("reports imports of undeclared packages", () => {
  const imports = graph({
    "packages/low/src/a.ts": [],
    "packages/high/src/b.ts": ["packages/low/src/a.ts"],
    "packages/high/src/b.test.ts": ["packages/low/src/a.ts"],
  });
  const declared = { "@terrarium/low": "0.1.0" };
  expect(undeclaredImports(imports, () => ({ dependencies: declared }))).toEqual([]);
  for (const declarations of [{}, { devDependencies: declared }])
    expect(undeclaredImports(imports, () => declarations)).toEqual([
      "packages/high/package.json does not declare @terrarium/low, which packages/high/src/b.ts imports",
    ]);
});

test("reads imports of types, on demand, across packages and of threads", () => {
  const read = readImportGraph();
  expect(read.get("devices/phone/src/main.ts")).toEqual(
    expect.arrayContaining([
      "devices/phone/src/standby.ts",
      "devices/phone-apps/src/installed-apps.ts",
      "devices/phone-ui/src/system-ui.tsx",
    ]),
  );
  expect(read.get("devices/phone/src/virtual-device.ts")).toContain("devices/adb-device/src/ports/log.ts");
  expect(read.get("devices/phone/src/testing/test-device.ts")).toContain("devices/phone/src/shell-worker.ts");
});

test("reports packages that need each other, including tests", () => {
  const found = importProblems(
    graph({
      "devices/low/src/a.ts": [],
      "devices/low/src/a.test.ts": ["devices/high/src/b.ts"],
      "devices/high/src/b.ts": ["devices/low/src/a.ts"],
    }),
    drawing("  high --> low"),
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^circle between packages: .*low\/src\/a\.test\.ts → devices\/high\/src\/b\.ts/);
});

test("reports folders that need each other at every depth", () => {
  const inside = "devices/one/src/outer";
  const found = importProblems(
    graph({
      [`${inside}/left/a.ts`]: [`${inside}/right/b.ts`],
      [`${inside}/right/b.ts`]: [`${inside}/right/c.ts`],
      [`${inside}/right/c.ts`]: [`${inside}/left/d.ts`],
      [`${inside}/left/d.ts`]: [],
      [`${inside}/left/d.test.ts`]: [`${inside}/testing/e.ts`],
      [`${inside}/testing/e.ts`]: [`${inside}/left/d.ts`],
    }),
    drawing(),
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^circle in devices\/one\/src\/outer: left → right .*right → left /);
});

test("reports a folder and a neighbouring file that need each other", () => {
  const found = importProblems(
    graph({
      "devices/one/src/list.ts": ["devices/one/src/items/item.ts"],
      "devices/one/src/items/item.ts": ["devices/one/src/list.ts"],
    }),
    drawing(),
  );
  expect(found).toEqual([expect.stringMatching(/^circle in devices\/one\/src: /)]);
});

test.each(["devices/one/src/items", "tools/items"])("reports files of %s that need each other", (folder) => {
  const [first, second, third] = [`${folder}/first.ts`, `${folder}/second.ts`, `${folder}/third.ts`];
  const found = circlesInFolders(graph({ [first]: [second], [second]: [third], [third]: [first] }));
  expect(found).toEqual([expect.stringMatching(`^circle in ${folder}: first.ts → second.ts `)]);
});

test("reports missing and superfluous arrows", () => {
  const found = importProblems(
    graph({
      "devices/low/src/a.ts": [],
      "devices/side/src/c.ts": [],
      "devices/high/src/b.ts": ["devices/low/src/a.ts"],
    }),
    drawing("  high --> side"),
  );
  expect(found).toEqual([
    "high → low is not drawn (devices/high/src/b.ts → devices/low/src/a.ts)",
    "high → side is drawn, but nothing imports it",
  ]);
});
