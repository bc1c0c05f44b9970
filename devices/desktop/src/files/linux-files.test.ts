import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linuxFiles } from "./linux-files.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "linux-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the file the way a client does. */
async function pull(path: string): Promise<string> {
  const reader = await linuxFiles.openReader(path);
  const parts = Array.from({ length: 16 }, () => Buffer.alloc(64 * 1024));
  const bytes = await reader.read(parts);
  await reader.close();
  return Buffer.concat(parts).subarray(0, bytes).toString();
}

test("reads a kernel file, served by page, to its end", async () => {
  const path = "/proc/self/maps";
  const whole = await readFile(path, "utf8");
  expect(whole.length).toBeGreaterThan(4096);
  const lastOf = (text: string) => text.trimEnd().split("\n").at(-1);
  expect(lastOf(await pull(path))).toBe(lastOf(whole));
});

test.each([
  ["n", 255],
  ["字", 85],
  ["👍", 63],
])("accepts the longest possible file name, made of %s", async (character, count) => {
  const path = join(folder, "named", character.repeat(count));
  const writer = await linuxFiles.openWriter(path, 0o644, true);
  await writer.write([Buffer.from("to"), Buffer.from("get"), Buffer.from("her")]);
  await writer.commit(1);
  expect(await pull(path)).toBe("together");
  await rm(path);
  expect(await readdir(join(folder, "named"))).toEqual([]);
});
