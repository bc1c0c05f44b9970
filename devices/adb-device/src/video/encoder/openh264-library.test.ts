import { expect, test } from "vitest";
import { openFirst, requireKnownVersion } from "./openh264-library.ts";

test("rejects a machine without the library", () => {
  const open = (file: string): never => {
    throw new Error(`${file}: cannot open shared object file`);
  };
  expect(() => openFirst(open)).toThrow("none of libopenh264.so.8, libopenh264.so.7 is installed");
});

test("opens an older library if there is no newer one", () => {
  const open = (file: string): string => {
    if (file.endsWith(".8")) throw new Error("cannot open shared object file");
    return file;
  };
  expect(openFirst(open)).toBe("libopenh264.so.7");
});

test.each([[[2, 3, 1]], [[2, 6, 0]]])("accepts version %j", (version) => {
  expect(() => requireKnownVersion(version)).not.toThrow();
});

test.each([[[1, 8, 0]], [[2, 2, 0]], [[2, 7, 0]], [[3, 4, 0]]])("rejects version %j", (version) => {
  expect(() => requireKnownVersion(version)).toThrow(`OpenH264 ${version.join(".")} is not supported`);
});
