import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type ErrorCode, ERRORS } from "@terrarium/contract/errors";
import { expect, test } from "vitest";
import { createProgram } from "../program.ts";
import { suggestionFor } from "./suggestions.ts";

/** Calls, headers and fields of the API. Users of the command line do not see them. */
const OF_THE_API =
  /\/api\/v1|\b(?:GET|POST|PUT|PATCH|DELETE)\b|Authorization|Content-Encoding|`timeout`|`reuse`|templateId/;
const SUGGESTED = Object.entries(ERRORS).map(([code, { suggestion }]) => ({
  code: code as ErrorCode,
  text: suggestionFor(code, suggestion),
}));

test.each(SUGGESTED)("suggests no call of the API on $code", ({ text = "" }) => {
  expect(text).not.toMatch(OF_THE_API);
});

test.each(Object.entries(ERRORS))("names no call of the API in the message of %s", (_code, { message }) => {
  expect(message({ path: "PATH" })).not.toMatch(OF_THE_API);
});

test("suggests commands and options that exist", () => {
  const missing = SUGGESTED.flatMap(({ text = "" }) =>
    Array.from(text.matchAll(/`terrarium ([^`]+)`/g), ([, words = ""]) => words).filter((words) => !exists(words)),
  );
  expect(missing).toEqual([]);
});

function exists(text: string): boolean {
  let command: CommandUnknownOpts = createProgram("1");
  for (const word of text.split(" ")) {
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next;
    else if (!word.startsWith("-")) return word === "json";
    else if (!command.options.some(({ short, long }) => [short, long].includes(word))) return false;
  }
  return command.commands.length === 0;
}

test("passes on the server's suggestion for other errors", () => {
  expect(suggestionFor("device_failed", ERRORS.device_failed.suggestion)).toBe(ERRORS.device_failed.suggestion);
  expect(suggestionFor("constructor", "of the server")).toBe("of the server");
  expect(suggestionFor(undefined, undefined)).toBeUndefined();
});
