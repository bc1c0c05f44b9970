import { statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/both-databases.ts";
import { createSecretBox, readOrCreateSecret } from "./secret-box.ts";

/** OpenSSL's messages for data that does not authenticate. */
const REFUSED = /unable to authenticate|Invalid authentication tag/;
const box = createSecretBox("correct horse battery staple, and more");

test("sealed text opens again and differs each time", () => {
  const sealed = [box.seal("trm_ключ", "key_1"), box.seal("trm_ключ", "key_1")];
  expect(sealed.map((text) => box.open(text, "key_1"))).toEqual(["trm_ключ", "trm_ключ"]);
  expect(sealed[0]).not.toBe(sealed[1]);
});

test("rejects other owners, altered or truncated text, other secrets", () => {
  const sealed = box.seal("text", "key_1");
  const altered = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
  expect(() => box.open(sealed, "key_2")).toThrow(REFUSED);
  expect(() => box.open(altered, "key_1")).toThrow(REFUSED);
  expect(() => box.open(sealed.slice(0, 20), "key_1")).toThrow(REFUSED);
  expect(() => createSecretBox("another secret that is long enough").open(sealed, "key_1")).toThrow(REFUSED);
});

test("a fingerprint depends only on text and secret", () => {
  const other = createSecretBox("another secret that is long enough");
  expect(box.fingerprint("github 7")).toBe(box.fingerprint("github 7"));
  expect(new Set([box.fingerprint("github 7"), box.fingerprint("github 8"), other.fingerprint("github 7")]).size).toBe(
    3,
  );
});

const folder = path.join(temporaryFolder(), "data");

test("creates the data directory's secret once, readable by its owner", () => {
  const secret = readOrCreateSecret(folder);
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(readOrCreateSecret(folder)).toBe(secret);
  expect(statSync(path.join(folder, "secret")).mode & 0o777).toBe(0o600);
});

describe("a changed secret", () => {
  const OLD = "correct horse battery staple, and more";
  const NEW = "another secret that is long enough";
  const changing = createSecretBox(NEW, [OLD]);

  test("still opens texts of the previous one", () => {
    expect(changing.open(box.seal("text", "key_1"), "key_1")).toBe("text");
    expect(() => changing.open(box.seal("text", "key_1"), "key_2")).toThrow(REFUSED);
  });

  test("marks its own texts, also after the change", () => {
    const sealed = changing.seal("text", "key_1");
    expect(sealed.startsWith(changing.currentMark ?? "none")).toBe(true);
    expect(createSecretBox(NEW).open(sealed, "key_1")).toBe("text");
    expect(createSecretBox(OLD, [NEW]).open(sealed, "key_1")).toBe("text");
    expect(() => box.open(sealed, "key_1")).toThrow(REFUSED);
  });
});
