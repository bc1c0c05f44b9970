import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  endProcessesOf,
  isTemporaryFolder,
  keptByTests,
  makeTemporaryFolder,
  removeTemporaryFolder,
  useWorkerFolder,
  whatStays,
} from "./temporary-folder.ts";

test("waits for vanishing files, reports and removes leftovers", async () => {
  const folder = makeTemporaryFolder();
  mkdirSync(path.join(folder, "left", "deep"), { recursive: true });
  writeFileSync(path.join(folder, "file"), "");
  // A worker's folder with files shared by its tests remains.
  for (const name of ["in-it", "test-shell-x/tree"])
    mkdirSync(path.join(folder, "w-a1B2c3", name), { recursive: true });
  expect(await removeTemporaryFolder(folder, 0)).toEqual(["file", "left", "left/deep", "w-a1B2c3/in-it"]);
  expect(existsSync(folder)).toBe(false);

  const other = makeTemporaryFolder();
  mkdirSync(path.join(other, "ending"));
  const removed = removeTemporaryFolder(other);
  rmSync(path.join(other, "ending"), { recursive: true });
  expect(await removed).toEqual([]);
  expect(existsSync(other)).toBe(false);
});

test("a worker's own folder shows leftovers but not shared files", async () => {
  const folder = useWorkerFolder();
  expect([tmpdir(), path.basename(folder)]).toEqual([folder, expect.stringMatching(/^w-\w{6}$/)]);
  expect(useWorkerFolder()).toBe(folder);
  const left = path.join(folder, "left");
  const look = () => keptByTests(folder);
  for (const name of [left, path.join(folder, "playwright-x"), path.join(folder, "terrarium-pg-x")]) {
    mkdirSync(name);
    onTestFinished(() => rmSync(name, { recursive: true, force: true }));
  }
  expect(await whatStays(look, 0)).toEqual(["left"]);
  const stays = whatStays(look);
  rmSync(left, { recursive: true });
  expect(await stays).toEqual([]);
});

test("ends and names only processes of a finished run", async () => {
  const folder = makeTemporaryFolder();
  expect([isTemporaryFolder(folder), isTemporaryFolder(path.dirname(folder) + "/other")]).toEqual([true, false]);
  const start = (TMPDIR: string) => spawn("sleep", ["1000"], { env: { TMPDIR }, detached: true });
  const left = [start(folder), start(`${folder}/w-a1B2c3`)];
  const other = start(`${folder}-other`);
  const ended = left.map((child) => once(child, "exit"));
  await Promise.all([...left, other].map((child) => once(child, "spawn")));
  expect(await endProcessesOf(folder, 0)).toEqual(["sleep 1000", "sleep 1000"]);
  for (const each of ended) expect(await each).toEqual([null, "SIGKILL"]);
  expect(other.exitCode).toBeNull();
  other.kill();
  expect(await endProcessesOf(folder, 0)).toEqual([]);
  await removeTemporaryFolder(folder);
});
