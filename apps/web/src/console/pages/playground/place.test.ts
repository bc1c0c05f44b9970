import { expect, test } from "vitest";
import { firstPlace, splitByPlace } from "./place.ts";

test.each([
  ["Error: x\n    at go (script.js:3:18)\n    at <anonymous> (script.js:9:1)", { line: 3, column: 18 }],
  ["SyntaxError: x\n    at script.js:2:9", { line: 2, column: 9 }],
  ["myscript.js:2:9", undefined],
  ["Lost the connection", undefined],
])("%j begins with the position %j", (text, place) => {
  expect(firstPlace(text)).toEqual(place);
});

test("splits a text at its positions", () => {
  expect(splitByPlace("at go (script.js:3:18)\nat script.js:9:1")).toEqual([
    { text: "at go (" },
    { text: "script.js:3:18", place: { line: 3, column: 18 } },
    { text: ")\nat " },
    { text: "script.js:9:1", place: { line: 9, column: 1 } },
  ]);
  expect(splitByPlace("hello")).toEqual([{ text: "hello" }]);
});
