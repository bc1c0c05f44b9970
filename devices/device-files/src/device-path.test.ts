import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeLinkTarget, encodeLinkTarget, resolveDevicePath } from "./device-path.ts";
import { FileError, toFileError } from "./file-error.ts";
import { mimeTypeOf } from "./mime-types.ts";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "paths-"));
  mkdirSync(join(root, "a/b"), { recursive: true });
  writeFileSync(join(root, "a/file"), "");
  const link = (path: string, target: string): void => symlinkSync(encodeLinkTarget(target), join(root, path));
  link("to-a", "a");
  link("to-b", "/a/b");
  link("a/up", "..");
  link("far", "../../../../etc/passwd");
  link("loop", "loop");
  link("one", "two");
  link("two", "one");
  link("nowhere", "/none/at/all");
  link("to-file", "/a/file");
  symlinkSync("/etc", join(root, "foreign"));
});

afterAll(() => rmSync(root, { recursive: true }));

const resolved = (path: string, follow = true): string => resolveDevicePath(root, path, follow).devicePath;

/** Returns the resolved path, or the root if there is none. Rethrows all errors but FileError. */
function resolvedOrRefused(path: string, follow: boolean): { hostPath: string } {
  try {
    return resolveDevicePath(root, path, follow);
  } catch (error) {
    if (error instanceof FileError) return { hostPath: root };
    throw error;
  }
}

describe("a path of the device", () => {
  test.each([
    ["/", "/"],
    ["//", "/"],
    ["/a/", "/a"],
    ["/a//b/./", "/a/b"],
    ["/..", "/"],
    ["/a/../../..", "/"],
    ["/a/b/../file", "/a/file"],
    ["/to-a", "/a"],
    ["/to-a/b", "/a/b"],
    ["/to-b/..", "/a"],
    ["/a/up/a", "/a"],
    ["/far", "/etc/passwd"],
    ["/new", "/new"],
    ["/a/new", "/a/new"],
  ])("resolves %s to %s", (path, leads) => {
    const missing = (): string => {
      try {
        return resolved(path);
      } catch (error) {
        // A link's target may be missing; the error names the path that was looked up.
        if (error instanceof FileError && error.code === "ENOENT") return leads;
        throw error;
      }
    };
    expect(missing()).toBe(leads);
  });

  test.each([
    ["relative", "EINVAL"],
    ["", "EINVAL"],
    ["/none/file", "ENOENT"],
    ["/nowhere/x", "ENOENT"],
    ["/a/file/x", "ENOTDIR"],
    ["/loop", "ELOOP"],
    ["/one/x", "ELOOP"],
    ["/foreign", "EACCES"],
    ["/foreign/passwd", "EACCES"],
    ["/a\0b", "EINVAL"],
    [`/${"x".repeat(256)}`, "ENAMETOOLONG"],
    [`/${"é".repeat(128)}`, "ENAMETOOLONG"],
    [`/${"x/".repeat(3000)}`, "ENAMETOOLONG"],
    [`/${"..a/".repeat(300)}`, "ENOENT"],
  ])("rejects %j with %s", (path, code) => {
    expect(() => resolved(path)).toThrow(expect.objectContaining({ code }));
  });

  test("ends at an unfollowed link, unless followed by a slash", () => {
    expect([resolved("/to-a", false), resolved("/to-a/", false), resolved("/to-a/up", false)]).toEqual([
      "/to-a",
      "/a",
      "/a/up",
    ]);
    expect(resolved("/foreign", false)).toBe("/foreign");
  });

  test("never leaves its host folder, whatever its content", () => {
    const name = fc.constantFrom(
      "..",
      ".",
      "",
      "a",
      "b",
      "to-a",
      "to-b",
      "up",
      "far",
      "nowhere",
      "foreign",
      "file",
      "x",
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), fc.boolean(), (names, follow) => {
        const { hostPath } = resolvedOrRefused(`/${names.join("/")}`, follow);
        expect(hostPath === root || hostPath.startsWith(`${root}/`)).toBe(true);
        expect(hostPath).not.toContain("..");
        expect(hostPath.startsWith(`${root}/foreign/`)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

test("encodes and decodes a link's target as one host name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }), (target) => {
      const encoded = encodeLinkTarget(target);
      expect(encoded).toMatch(/^[\w-]+$/);
      expect(decodeLinkTarget(encoded)).toBe(target);
    }),
  );
  for (const foreign of ["/etc/passwd", "../x", "terrarium-link-", "terrarium-link-a/b", "", "x"])
    expect(decodeLinkTarget(foreign)).toBeUndefined();
});

describe("an error of the device's files", () => {
  test("has Linux's number and text, and the device's path", () => {
    const error = new FileError("ENOTEMPTY", "/sdcard/a");
    expect([error.errno, error.text, error.message]).toEqual([
      39,
      "Directory not empty",
      "ENOTEMPTY: Directory not empty, '/sdcard/a'",
    ]);
  });

  test.each([
    [Object.assign(new Error("no"), { code: "ENOSPC" }), "ENOSPC"],
    [Object.assign(new Error("no"), { code: "EXDEV" }), "EIO"],
    [Object.assign(new Error("no"), { code: "toString" }), "EIO"],
    [new Error("no"), "EIO"],
    ["no error", "EIO"],
  ])("made from %s of the host is %s, without the host's path", (cause, code) => {
    const error = toFileError(cause, "/sdcard/a");
    expect([error.code, error.path, error.cause]).toEqual([code, "/sdcard/a", cause]);
    expect(toFileError(error, "/elsewhere")).toBe(error);
  });
});

test.each([
  ["/sdcard/a.png", "image/png"],
  ["A.JPEG", "image/jpeg"],
  ["archive.tar.gz", "application/gzip"],
  ["/a.png/file", undefined],
  ["noextension", undefined],
  [".png", "image/png"],
  ["a.", undefined],
  ["a.constructor", undefined],
  ["file.unknown", undefined],
])("maps %s to the type %s", (path, type) => {
  expect(mimeTypeOf(path)).toBe(type);
});
