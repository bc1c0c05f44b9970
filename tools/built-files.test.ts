import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { build } from "vite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { builtFiles } from "../apps/web/vite-built-files.ts";

const DAY_S = 24 * 60 * 60;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test("a build of the console leaves for a month what earlier ones wrote, which open pages and a running server yet need", async () => {
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
  const first = assets();
  const ages = { "day.js": 1, "month.js": 31 };
  for (const [name, days] of Object.entries(ages)) {
    write(`dist/assets/${name}`, "");
    utimesSync(path.join(dist, "assets", name), Date.now() / 1000 - days * DAY_S, Date.now() / 1000 - days * DAY_S);
  }

  write("later.js", 'document.title = "second";');
  await buildPage();
  expect(assets()).toEqual(expect.arrayContaining([...first, "day.js"]));
  expect(assets()).not.toContain("month.js");
  expect(assets().length).toBeGreaterThan(first.length + 1);
  const page = readFileSync(path.join(dist, "index.html"), "utf8");
  expect(first.filter((name) => page.includes(name))).toEqual([]);
  expect(brotliDecompressSync(readFileSync(path.join(dist, "index.html.br"))).toString()).toBe(page);
});

test("all that a build of the server may write over is what a server is started by", () => {
  const { status, stderr } = spawnSync(process.execPath, ["packages/server/build.mjs", folder], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(readdirSync(folder).filter((name) => !name.startsWith("part-"))).toEqual(["main.js"]);
});
