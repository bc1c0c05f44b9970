import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { expect, onTestFinished, test } from "vitest";
import { watchHomes } from "./home-watch.ts";

const MEBIBYTE = 1024 ** 2;
const base = temporaryFolder();

test("reports homes above their limit, however many files they contain", async () => {
  const homes = ["small", "large", "many", "none"].map((name) => ({ homePath: path.join(base, name) }));
  for (const name of ["small", "large", "many"]) mkdirSync(path.join(base, name));
  writeFileSync(path.join(base, "small", "file"), Buffer.alloc(MEBIBYTE));
  writeFileSync(path.join(base, "large", "file"), Buffer.alloc(5 * MEBIBYTE));
  for (let i = 0; i < 50; i++) writeFileSync(path.join(base, "many", String(i)), Buffer.alloc(MEBIBYTE / 10));
  const told = new Set<string>();
  const both = Promise.withResolvers<void>();
  const watch = watchHomes(
    () => homes,
    4,
    ({ homePath }) => {
      told.add(path.basename(homePath));
      if (told.size === 2) both.resolve();
    },
    { error: (error: unknown) => both.reject(error) },
  );
  onTestFinished(() => watch.stop());
  await both.promise;
  expect(told).toEqual(new Set(["large", "many"]));
}, 60_000);
