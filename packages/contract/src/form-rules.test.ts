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
])("the console says of the name of a key %j what the server would", (name) => {
  expect(apiKeyNameProblem(name)).toBe(ApiKeyName.safeParse(name).error?.issues[0]?.message);
});

test("the console says of a name that is too long what the server would", () => {
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
])("the console says of metadata what the server would: %#", (pairs) => {
  expect(metadataProblem(pairs)).toBe(firstIssue(Metadata.safeParse(pairs).error?.issues));
});

/** Of a key that is refused, zod's issue holds those of the key. */
function firstIssue(issues: readonly unknown[] | undefined): string | undefined {
  const [issue] = issues ?? [];
  if (typeof issue !== "object" || issue === null) return undefined;
  if ("issues" in issue && Array.isArray(issue.issues)) return firstIssue(issue.issues);
  return "message" in issue ? String(issue.message) : undefined;
}
