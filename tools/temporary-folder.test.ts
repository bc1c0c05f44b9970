import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { endProcessesOf, isTemporaryFolder, makeTemporaryFolder, removeTemporaryFolder } from "./temporary-folder.ts";

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

test("a process of a run that is over is ended and named, and no other", async () => {
  const folder = makeTemporaryFolder();
  expect([isTemporaryFolder(folder), isTemporaryFolder(path.dirname(folder) + "/other")]).toEqual([true, false]);
  const start = (TMPDIR: string) => spawn("sleep", ["1000"], { env: { TMPDIR }, detached: true });
  const [left, other] = [start(folder), start(`${folder}-other`)];
  const ended = once(left, "exit");
  await Promise.all([once(left, "spawn"), once(other, "spawn")]);
  expect(await endProcessesOf(folder, 0)).toEqual(["sleep 1000"]);
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(other.exitCode).toBeNull();
  other.kill();
  expect(await endProcessesOf(folder, 0)).toEqual([]);
  await removeTemporaryFolder(folder);
});
