import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { readableOn } from "@terrarium/phone-ui/contrast";
import { ICON_GLYPH } from "@terrarium/phone-ui/widgets/AppIcon.tsx";
import { expect, test } from "vitest";
import { APPS } from "./apps.ts";
import { DeviceDriver, smallScreen } from "./testing/device-driver.ts";

const SRC = import.meta.dirname;
const ROOT = join(SRC, "../../..");

/** Imports of one app's files by another app, as "importer imported", with the reason. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  "messages contacts": "Messages shows the names of contacts",
};

/** The sources of the devices without tests, by their paths in the repository. */
const SOURCES = globSync("devices/*/src/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

/** Returns the app's folder that contains this path, or undefined outside of all folders. */
function folderAt(path: string): string | undefined {
  const [name = "", ...rest] = relative(SRC, path).split(sep);
  return rest.length > 0 && existsSync(join(SRC, name, "app.ts")) ? name : undefined;
}

test("the list contains the app of every folder", () => {
  const folders = globSync("*/app.ts", { cwd: SRC }).map(dirname);
  expect(APPS.map(({ packageName }) => packageName).toSorted()).toEqual(
    folders.map((name) => `com.terrarium.${name}`).toSorted(),
  );
});

test("each icon's glyph is visible on its plate", () => {
  expect(APPS.filter(({ icon }) => readableOn(ICON_GLYPH, icon.color) === undefined)).toEqual([]);
});

test("phone texts speak to users of a phone, not to operators", () => {
  // Settings names the debug bridge, as Android's does.
  const texts = SOURCES.filter(
    ({ path }) => /strings\.ts$|\/language\/zh\//.test(path) && !/\/settings(\/|\.ts$)/.test(path),
  );
  expect(texts.length).toBeGreaterThan(15);
  const said = texts.filter(({ text }) =>
    /"[^"]*(\badb\b|operator|运营者|--egress|TERRARIUM_)|`[^`]*(\badb\b|operator|运营者|--egress|TERRARIUM_)/i.test(
      text,
    ),
  );
  expect(said.map(({ path }) => path)).toEqual([]);
});

test("only an app's folder contains its package name", () => {
  const found = SOURCES.flatMap(({ path, text }) =>
    // A name after the prefix may also come from a variable.
    [...text.matchAll(/com\.terrarium\.(\w+|\$)/g)]
      .filter(([name, folder]) => folder === "$" || APPS.some(({ packageName }) => packageName === name))
      .filter(([, folder]) => folder !== folderAt(join(ROOT, path)))
      .map(([name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test("an app's files are imported by the app and the list only", () => {
  const found = SOURCES.flatMap(({ path, text }) => {
    const folder = join(ROOT, dirname(path));
    const importer = folderAt(join(ROOT, path));
    if ((importer === undefined && folder !== SRC) || path.endsWith("/apps.ts")) return [];
    return [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)]
      .map(([, file = ""]) => folderAt(resolve(folder, file)))
      .filter((imported) => imported !== undefined && imported !== importer)
      .filter((imported) => !Object.hasOwn(NEIGHBOURS, `${importer} ${imported}`))
      .map((imported) => `${path} imports ${imported}`);
  });
  expect(found).toEqual([]);
});

test("the product reference lists every app", async () => {
  await using device = await DeviceDriver.start(smallScreen);
  const document = readFileSync(join(ROOT, "docs/reference/product.md"), "utf8");
  const listed = document.split("\n").find((line) => line.startsWith("- **Apps**: ")) ?? "";
  const names = device.ui.activities.list().map(({ label }) => label);
  expect(names.filter((name) => name !== "Home" && !listed.includes(name))).toEqual([]);
});
