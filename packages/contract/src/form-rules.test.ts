import { expect, test } from "vitest";
import { ApiKeyName } from "./api-key.ts";
import { Metadata } from "./fields.ts";
import { apiKeyNameProblem, metadataProblem } from "./form-rules.ts";
import { API_KEY_NAME, METADATA } from "./limits.ts";

const { minChars, maxChars } = API_KEY_NAME;

test.each([
  "",
  "a".repeat(minChars - 1),
  "a".repeat(minChars),
  "a_-9".repeat(3),
  "a".repeat(maxChars),
  "ab c",
  "a+b",
  "é12",
])("console and server agree on the key name %j", (name) => {
  expect(apiKeyNameProblem(name)).toBe(ApiKeyName.safeParse(name).error?.issues[0]?.message);
});

test("console and server reject a key name that is too long", () => {
  for (const name of ["a".repeat(maxChars + 1), " ".repeat(maxChars + 1)])
    expect(apiKeyNameProblem(name)).toBe(ApiKeyName.safeParse(name).error?.issues[0]?.message);
});

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));

test.each([
  {},
  { task: "" },
  { "": "x" },
  { ["k".repeat(METADATA.maxKeyChars)]: "v".repeat(METADATA.maxValueChars) },
  { ["k".repeat(METADATA.maxKeyChars + 1)]: "v" },
  { k: "v".repeat(METADATA.maxValueChars + 1) },
  entries(METADATA.maxEntries),
  entries(METADATA.maxEntries + 1),
  { a: "v".repeat(METADATA.maxValueChars + 1), "": "x" },
])("console and server agree on metadata: %#", (pairs) => {
  expect(metadataProblem(pairs)).toBe(firstIssue(Metadata.safeParse(pairs).error?.issues));
});

/** For a rejected key, zod nests the key's own issues in one issue. */
function firstIssue(issues: readonly unknown[] | undefined): string | undefined {
  const [issue] = issues ?? [];
  if (typeof issue !== "object" || issue === null) return undefined;
  if ("issues" in issue && Array.isArray(issue.issues)) return firstIssue(issue.issues);
  return "message" in issue ? String(issue.message) : undefined;
}
