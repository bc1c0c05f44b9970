import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder, removeTemporaryFolder } from "./temporary-folder.ts";

test("what a run left behind is named and removed, what goes by itself is waited for", async () => {
  const folder = makeTemporaryFolder();
  mkdirSync(path.join(folder, "left", "deep"), { recursive: true });
  writeFileSync(path.join(folder, "file"), "");
  expect(await removeTemporaryFolder(folder, 0)).toEqual(["file", "left", "left/deep"]);
  expect(existsSync(folder)).toBe(false);

  const other = makeTemporaryFolder();
  mkdirSync(path.join(other, "ending"));
  const removed = removeTemporaryFolder(other);
  rmSync(path.join(other, "ending"), { recursive: true });
  expect(await removed).toEqual([]);
  expect(existsSync(other)).toBe(false);
});
