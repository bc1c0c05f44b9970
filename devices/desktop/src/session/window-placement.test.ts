import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forgetPlacement } from "./window-placement.ts";

async function profileWith(preferences: string): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "profile-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "Default"));
  const path = join(folder, "Default/Preferences");
  await writeFile(path, preferences);
  return { folder, path };
}

test("forgets the browser's window placement, and nothing else", async () => {
  const placement = { left: 0, top: 0, right: 1000, bottom: 704, maximized: true };
  const rest = { browser: { theme: { color_scheme: 2 } }, homepage: "https://example.com/" };
  const stored = { ...rest, browser: { ...rest.browser, window_placement: placement } };
  const { folder, path } = await profileWith(JSON.stringify(stored));
  await forgetPlacement(folder);
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual(rest);
  expect(await readdir(join(folder, "Default"))).toEqual(["Preferences"]);
});

test.each([
  ["truncated", '{"browser":{"window_pl'],
  ["without a window", '{"homepage":""}'],
])("leaves these settings unchanged: %s", async (_how, preferences) => {
  const { folder, path } = await profileWith(preferences);
  await forgetPlacement(folder);
  expect(await readFile(path, "utf8")).toBe(preferences);
});

test("accepts a profile that does not exist yet", async () => {
  await expect(forgetPlacement("/no/such/folder")).resolves.toBeUndefined();
});
