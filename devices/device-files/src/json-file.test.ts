import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { JsonFile } from "./json-file.ts";

let folder: string;
let logged: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "json-file-"));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const schema = z.object({ name: z.string() });
const path = (): string => join(folder, "deep", "file.json");
const open = (): JsonFile<z.infer<typeof schema>> => new JsonFile(path(), schema, (message) => logged.push(message));

test("round-trips content in a new folder, without other files", () => {
  expect(open().read()).toBeUndefined();
  open().write({ name: "moss 苔" });
  open().write({ name: "fern" });
  expect([open().read(), readdirSync(join(folder, "deep")), logged]).toEqual([{ name: "fern" }, ["file.json"], []]);
});

test.each([["{"], [""], ["null"], ['{"name": 7}'], ["[]"], ["\0\0\0"]])(
  "keeps damaged content %j aside, and reports it once",
  (text) => {
    mkdirSync(join(folder, "deep"));
    writeFileSync(path(), text);
    expect(open().read()).toBeUndefined();
    expect(logged).toEqual([expect.stringContaining("is damaged and was kept as")]);
    expect(readFileSync(`${path()}.damaged`, "utf8")).toBe(text);
    expect(open().read()).toBeUndefined();
    expect(logged.length).toBe(1);
    open().write({ name: "new" });
    expect(open().read()).toEqual({ name: "new" });
  },
);

test("keeps the previous content when killed during a write", () => {
  open().write({ name: "old" });
  writeFileSync(`${path()}.new`, '{"name": "ha');
  expect(open().read()).toEqual({ name: "old" });
  open().write({ name: "new" });
  expect([open().read(), existsSync(`${path()}.new`)]).toEqual([{ name: "new" }, false]);
});

test("rejects oversized content with its size, keeping the old", () => {
  open().write({ name: "kept" });
  expect(() => open().write({ name: "x".repeat(8 * 1024 * 1024) })).toThrow(
    /^file\.json holds at most 8388608 characters, not 8388\d+; delete some$/,
  );
  expect(open().read()).toEqual({ name: "kept" });
});

test("does not treat an unreadable file as missing", () => {
  mkdirSync(path(), { recursive: true });
  expect(() => open().read()).toThrow(/EISDIR/);
  expect(() => open().write({ name: "x" })).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
});
