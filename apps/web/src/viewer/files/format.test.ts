import { describe, expect, it } from "vitest";
import { joinPath, parentOf, segmentsOf } from "./device-path.ts";
import { formatMode } from "./format.ts";

describe("formatMode", () => {
  it.each([
    ["folder" as const, 0o40771, "drwxrwx--x"],
    ["file" as const, 0o100644, "-rw-r--r--"],
    ["link" as const, 0o120777, "lrwxrwxrwx"],
    ["other" as const, 0, "?---------"],
  ])("a %s of mode %o is %s", (kind, mode, text) => {
    expect(formatMode({ kind, mode })).toBe(text);
  });
});

describe("device paths", () => {
  it("are joined without double slashes", () => {
    expect(joinPath("/data/", "local//tmp", "a b.txt")).toBe("data/local/tmp/a b.txt");
    expect(joinPath("/")).toBe("/");
  });

  it("have a parent folder, except the root", () => {
    expect(parentOf("data/local")).toBe("data");
    expect(parentOf("data")).toBe("/");
    expect(parentOf("/")).toBeUndefined();
    expect(segmentsOf("./data//x/")).toEqual(["data", "x"]);
  });
});
