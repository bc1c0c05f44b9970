import { expect, test } from "vitest";
import { readRunEvent } from "./run-event.ts";

test.each([
  ["start", "", {}],
  ["end", "", { isEnd: true }],
  ["log", "hello", { line: { kind: "log", text: "hello" } }],
  ["log", '{"a":1}', { line: { kind: "log", text: '{\n  "a": 1\n}' } }],
  ["log", "{not json", { line: { kind: "log", text: "{not json" } }],
  ["log", "gbox id:  sbx_01ab", { line: { kind: "log", text: "gbox id:  sbx_01ab" }, sandboxId: "sbx_01ab" }],
  ["log", '{"text":"gbox id: sbx_1"}', { line: { kind: "log", text: '{\n  "text": "gbox id: sbx_1"\n}' } }],
  ["error", "TypeError: no", { line: { kind: "error", text: "TypeError: no" } }],
  [
    "error",
    "Error: Sandbox number limit reached: 20",
    { line: { kind: "error", text: "Error: Sandbox number limit reached: 20" }, isQuotaReached: true },
  ],
  ["progress", "half way", { line: { kind: "log", text: "half way" } }],
  ["message", "", {}],
])("%s %s", (name, data, expected) => {
  expect(readRunEvent({ name, data })).toEqual(expected);
});
