import { expect, test } from "vitest";
import { parseMainOptions, parseStandbyOptions } from "./main-options.ts";

const whole = { kind: "linux", adbPublicKey: "QAAA me@here", listen: { port: 5555 } };

test("uses defaults for missing options", () => {
  expect(parseMainOptions(JSON.stringify(whole))).toMatchObject({
    home: "/home/user",
    userName: "user",
    listen: { host: "127.0.0.1", port: 5555 },
    widthPx: 1280,
    alone: false,
  });
  expect(parseStandbyOptions('{"kind":"desktop"}').kind).toBe("desktop");
});

test.each([
  [undefined, "it needs its options"],
  ["{", "are not JSON: {"],
  [JSON.stringify({ ...whole, screenEncoder: "vp8" }), "its option screenEncoder: "],
  [JSON.stringify({ ...whole, kind: "laptop" }), "its option kind: "],
  [JSON.stringify({ ...whole, home: "here" }), "its option home: must be an absolute path"],
  [JSON.stringify({ ...whole, userName: "a b" }), "its option userName: must be the name of a Linux user"],
  [JSON.stringify({ ...whole, listen: { fd: 1 } }), "its option listen"],
  [JSON.stringify({ kind: "linux", listen: { port: 0 } }), "its option adbPublicKey: either it or adbKeysFile"],
  [JSON.stringify({ ...whole, adbKeysFile: "/keys" }), "its option adbPublicKey: either it or adbKeysFile"],
])("rejects %s in one line", (json, words) => {
  expect(() => parseMainOptions(json)).toThrow(words);
});
