import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SystemProperties } from "./properties.ts";

let folder: string;
const open = () => new SystemProperties({ "ro.secure": "1", "persist.locale": "en" }, join(folder, "properties.json"));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "properties-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("SystemProperties", () => {
  it("keeps only persist.* across a restart", async () => {
    const properties = open();
    expect(await properties.set("persist.locale", "de")).toBeUndefined();
    expect(await properties.set("debug.x", "1")).toBeUndefined();
    expect(properties.get("debug.x")).toBe("1");
    expect(open().list()).toEqual([
      ["persist.locale", "de"],
      ["ro.secure", "1"],
    ]);
  });

  it("rejects the same changes as Android", async () => {
    const properties = open();
    expect(await properties.set("ro.secure", "0")).toBe("read-only property is already set");
    expect(await properties.set("a b", "0")).toBe('invalid property name "a b"');
    expect(await properties.set("a..b", "0")).toBe('invalid property name "a..b"');
    expect(await properties.set("a", "x".repeat(92))).toBe("value longer than 91 bytes");
    expect(properties.get("ro.secure")).toBe("1");
  });

  it("reports a damaged file", async () => {
    await writeFile(join(folder, "properties.json"), "{");
    expect(open).toThrow(SyntaxError);
  });
});
