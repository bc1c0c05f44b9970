import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { build } from "vite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { compressFolder } from "../apps/web/compress.ts";
import { builtFiles } from "../apps/web/vite-built-files.ts";
import { removeOldParts } from "./old-parts.ts";

const DAY_S = 24 * 60 * 60;
let folder: string;

const makeOld = (file: string, days: number) => {
  const timeS = Date.now() / 1000 - days * DAY_S;
  utimesSync(file, timeS, timeS);
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test("a web build keeps earlier assets and drops outdated compressed files", async () => {
  const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
  const buildPage = () => build({ root: folder, configFile: false, logLevel: "silent", plugins: [builtFiles] });
  const dist = path.join(folder, "dist");
  const assets = () => readdirSync(path.join(dist, "assets"));
  write(
    "index.html",
    `<script type="module" src="/main.js"></script><!-- ${"long enough to be compressed ".repeat(20)}-->`,
  );
  write("main.js", 'import("./later.js");');
  write("later.js", 'document.title = "first";');
  await buildPage();
  await compressFolder(dist);
  const first = assets();
  for (const name of first) makeOld(path.join(dist, "assets", name), 31);

  write("later.js", 'document.title = "second";');
  await buildPage();
  expect(assets()).toEqual(expect.arrayContaining(first));
  expect(assets().length).toBeGreaterThan(first.length);
  expect(existsSync(path.join(dist, "index.html.br"))).toBe(false);
  await compressFolder(dist);
  const page = readFileSync(path.join(dist, "index.html"), "utf8");
  expect(first.filter((name) => page.includes(name))).toEqual([]);
  expect(brotliDecompressSync(readFileSync(path.join(dist, "index.html.br"))).toString()).toBe(page);
});

test("a start after a build removes files older than a month", () => {
  const kept = ["apps/web/dist/assets/day.js", "packages/server/dist/part-day.js", "packages/server/dist/main.js"];
  const removed = [
    "apps/web/dist/assets/month.js",
    "packages/server/dist/part-month.js",
    "devices/phone/dist/part-month.js",
  ];
  for (const file of [...kept, ...removed].map((name) => path.join(folder, name))) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "");
    makeOld(file, file.endsWith("day.js") ? 1 : 31);
  }
  removeOldParts(folder);
  expect(kept.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  expect(removed.filter((file) => existsSync(path.join(folder, file)))).toEqual([]);
});

test("the server build overwrites only its entry files", () => {
  const { status, stderr } = spawnSync(process.execPath, ["packages/server/build.mjs", folder], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(readdirSync(folder).filter((name) => !name.startsWith("part-"))).toEqual(["main.js"]);
});
