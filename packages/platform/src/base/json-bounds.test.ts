import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from "@terrarium/contract/limits";
import { expect, test } from "vitest";
import { requireBoundedJson } from "./json-bounds.ts";

const list = (length: number) => JSON.stringify(Array(length).fill(1));
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test.each([
  ["", "{}", '"text"', "[1,2,{}]"],
  [
    list(MAX_JSON_VALUES),
    nested(MAX_JSON_DEPTH),
    Array(MAX_JSON_VALUES / 2)
      .fill("[]")
      .join(""),
  ],
  // Content of strings does not count, including escaped quotes.
  [JSON.stringify({ code: `[{,"\\"`.repeat(10_000) }), String.raw`"\\"`, String.raw`"\""`],
])("accepts texts within the limits", (...texts) => {
  for (const text of texts) expect(() => requireBoundedJson(text)).not.toThrow();
});

test.each([
  [
    "90,000 entries",
    JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [n, ""]))),
    /more than 2000 fields/,
  ],
  ["a long list", list(MAX_JSON_VALUES + 1), /more than 2000 fields/],
  ["many empty lists", nested(1).repeat(MAX_JSON_VALUES + 1), /more than 2000 fields/],
  ["a deep nest", nested(MAX_JSON_DEPTH + 1), /deeper than 32 levels/],
  ["half a million levels", "[".repeat(500_000), /deeper than 32 levels/],
  [
    "values after a text with a backslash at its end",
    `["\\\\",${"1,".repeat(MAX_JSON_VALUES)}1]`,
    /more than 2000 fields/,
  ],
])("rejects %s", (_name, text, message) => {
  expect(() => requireBoundedJson(text)).toThrow(message);
});
