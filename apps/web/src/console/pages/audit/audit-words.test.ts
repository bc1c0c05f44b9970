import { expect, test } from "vitest";
import { actionWords, targetWords } from "./audit-words.ts";

test("a call's name is read as words", () => {
  expect(actionWords("createAnApiKey")).toBe("Create an API key");
  expect(actionWords("terminateBox")).toBe("Terminate sandbox");
});

test("targets are the ids without the team, which is known", () => {
  expect(targetWords({ organizationId: "org_1", apiKeyId: "key_1" })).toBe("key_1");
  expect(targetWords({ organizationId: "org_1" })).toBe("–");
});
