import { expect, test } from "vitest";
import { apiKeyNameProblem, maskedKey } from "./api-key-name.ts";

const LENGTH = "Name must be between 3 and 50 characters";
const CHARACTERS = "Name can only contain letters, numbers, underscores and hyphens";

test.each([
  ["", "Name cannot be empty"],
  ["ab", LENGTH],
  ["a".repeat(51), LENGTH],
  ["my key", CHARACTERS],
  ["schlüssel", CHARACTERS],
  ["my_key-1", undefined],
  ["a".repeat(50), undefined],
])("%s", (name, problem) => {
  expect(apiKeyNameProblem(name)).toBe(problem);
});

test("a masked key shows only its ends", () => {
  const key = `trm_${"s3cr3t".repeat(7)}x`;
  expect(maskedKey(key)).not.toContain(key.slice(9, -5));
  expect(maskedKey(key).endsWith(key.slice(-4))).toBe(true);
});
