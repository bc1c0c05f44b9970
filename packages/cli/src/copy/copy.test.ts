import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { HttpClient } from "@terrarium/sdk/http-client";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Progress } from "../output/progress.ts";
import { download } from "./download.ts";
import { upload } from "./upload.ts";

let folder = "";
let server: Server;
let http: HttpClient;
/** Content of the device by path: the files of a folder, or a function that sends a file. */
let device: Record<string, object[] | ((response: ServerResponse) => void)> = {};
/** Files that arrived on the device. */
let arrived: string[] = [];

beforeEach(async () => {
  arrived = [];
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-copy-"));
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://device");
    const place = url.searchParams.get("path") ?? "";
    const held = device[place];
    if (request.method === "PUT") {
      arrived.push(place);
      return void request.resume().once("end", () => response.end());
    }
    if (url.pathname.endsWith("/content") && typeof held === "function") return held(response);
    if (Array.isArray(held)) return void response.end(JSON.stringify({ path: place, files: held }));
    const [status, code] = held === undefined ? [404, "file_not_found"] : [409, "file_refused"];
    response.writeHead(status).end(JSON.stringify({ code, message: place }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  http = new HttpClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: "k" });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const from = (place: string) => ({ boxId: "sbx_1", path: place });

test("an interrupted download preserves the existing file", async () => {
  const target = path.join(folder, "a.bin");
  writeFileSync(target, "before");
  device = {
    "/a.bin": (response) => void response.write("half", () => response.destroy()),
  };
  await expect(download(http, from("/a.bin"), target)).rejects.toThrow("terminated");
  expect(readdirSync(folder)).toEqual(["a.bin"]);
  expect(readFileSync(target, "utf8")).toBe("before");
});

test("hostile file names stay in the target folder", async () => {
  const named = (name: string) => [{ name, kind: "file", sizeBytes: 1 }];
  for (const name of ["../escaped", "..", "a/b", "nul\0"]) {
    device = { "/evil": named(name) };
    await expect(download(http, from("/evil"), path.join(folder, "in"))).rejects.toThrow(
      "is not valid on this machine",
    );
  }
  expect(readdirSync(folder)).toEqual(["in"]);
});

test("stops at endlessly nested folders", async () => {
  device = new Proxy({}, { get: () => [{ name: "d", kind: "folder", sizeBytes: 0 }] });
  await expect(download(http, from("/loop"), path.join(folder, "in"))).rejects.toThrow("folders deep");
});

test.each([
  ["n", 255],
  ["字", 85],
])("accepts a file name of maximum length, of %s", async (character, count) => {
  const name = character.repeat(count);
  device = { "/held": [{ name, kind: "file", sizeBytes: 4 }], [`/held/${name}`]: (response) => response.end("here") };
  await download(http, from("/held"), path.join(folder, "in"));
  expect(readdirSync(path.join(folder, "in"))).toEqual([name]);
});

test("skips and reports files that cannot be copied", async () => {
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  mkdirSync(path.join(folder, "own", "sub"), { recursive: true });
  mkdirSync(path.join(folder, "own", "nothing-in-it"));
  writeFileSync(path.join(folder, "own", "sub", "a.txt"), "a");
  symlinkSync("gone", path.join(folder, "own", "dangling"));
  symlinkSync("turning", path.join(folder, "own", "turning"));
  symlinkSync("sub", path.join(folder, "own", "to-sub"));
  symlinkSync("sub/a.txt", path.join(folder, "own", "to-a"));
  expect(await upload(http, path.join(folder, "own"), from("/put"))).toEqual({ files: 2, bytes: 2 });
  expect(arrived.toSorted()).toEqual(["/put/sub/a.txt", "/put/to-a"]);
  const own = path.join(folder, "own");
  expect(told.mock.calls.map(([text]) => String(text)).toSorted()).toEqual([
    `skipped: ${own}/dangling is a broken link\n`,
    `skipped: ${own}/nothing-in-it is empty\n`,
    `skipped: ${own}/to-sub is a link to a folder\n`,
    `skipped: ${own}/turning is a broken link\n`,
  ]);
  told.mockRestore();
});

test("hostile file names cannot control the terminal", async () => {
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  device = { "/odd": [{ name: "\u001b[2Jpipe\nerror: \u009b1A", kind: "other", sizeBytes: 0 }] };
  await download(http, from("/odd"), path.join(folder, "in"));
  expect(told.mock.calls).toEqual([["skipped: /odd/pipe error:  is neither a file nor a folder\n"]]);
  const name = "\u001b]0;title\u0007a.bin";
  expect(new Progress(name, 1).line(0)).toMatch(/^[ -~]+$/);
});

test("reports a missing local file before any request", async () => {
  const missing = path.join(folder, "none");
  await expect(upload(http, missing, from("/put/"))).rejects.toThrow(`No file ${missing} on this machine`);
  expect(arrived).toEqual([]);
});
