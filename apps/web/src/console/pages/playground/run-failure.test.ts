import { expect, test } from "vitest";
import { failureOf } from "./run-failure.ts";

test("separates an error's reason from its stack and finds its place", () => {
  expect(failureOf("Error: two\nlines\n    at go (script.js:3:18)\n    at <anonymous> (script.js:9:1)")).toEqual({
    reason: "Error: two\nlines",
    place: { line: 3, column: 18 },
    advice: "Correct the marked line, then execute again.",
  });
});

test.each([
  ["AuthenticationError: No API key", "Check the API key above the editor, then execute again."],
  ["RateLimitError: Sandbox number limit reached", "End a sandbox or wait until one ends, then execute again."],
  ["Stopped: the script ran for 10 minutes, its limit", "See the logs, then execute again."],
])("%j advises %j", (text, advice) => {
  expect(failureOf(text)).toMatchObject({ reason: text, advice });
});
