import { expect, test } from "vitest";
import { Metadata, nameField, SandboxName } from "./fields.ts";
import { METADATA } from "./limits.ts";

const Name = nameField(10);

test.each([
  ["  Ada ", "Ada"],
  ["é", "é"],
  ["团队", "团队"],
  ["👩‍💻", "👩‍💻"],
])("stores the name %j as %j", (typed, kept) => {
  expect(Name.parse(typed)).toBe(kept);
});

test.each([
  ["", "at least one character"],
  [" \u200b ", "at least one character"],
  ["a\u202eb", "cannot be seen"],
  ["a\nb", "no control characters"],
  ["12345678901", "at most 10 characters"],
  ["x".repeat(100_000), "at most 10 characters"],
])("rejects the name %j", (typed, reason) => {
  expect(Name.safeParse(typed).error?.issues[0]?.message).toContain(reason);
});

test("accepts a sandbox without a name", () => {
  expect(SandboxName.parse("  ")).toBe("");
});

test("limits the number and length of metadata pairs", () => {
  expect(Metadata.parse({ task: "checkout" })).toEqual({ task: "checkout" });
  const many = Object.fromEntries(Array.from({ length: METADATA.maxEntries + 1 }, (_, i) => [`k${i}`, ""]));
  for (const wrong of [{ "": "a" }, { a: 1 }, { a: "x".repeat(METADATA.maxValueChars + 1) }, many, "text", null])
    expect(Metadata.safeParse(wrong).success).toBe(false);
});
