import type { Sandbox } from "@terrarium/contract/sandbox";
import { expect, test } from "vitest";
import { activeFilters, clearedFilters, passes } from "../../filters.ts";
import { matchesSandboxSearch, metadataTexts, SANDBOX_FILTERS } from "./sandbox-filters.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const sandbox = (over: Partial<Sandbox> = {}): Sandbox => ({
  id: "sbx_01ABC",
  name: null,
  templateId: "phone-14",
  templateName: "Phone 14",
  cpu: 2,
  memory: 1024,
  metadata: { Task: "Checkout" },
  startedAt: "2026-11-21T11:30:00Z",
  expiresAt: "2026-11-21T13:00:00Z",
  status: "Running",
  endedAt: null,
  endReason: null,
  ...over,
});
const passesWith = (query: string, item: Sandbox) =>
  passes(SANDBOX_FILTERS, activeFilters(SANDBOX_FILTERS, new URLSearchParams(query)), item, NOW_MS);

test.each([
  ["started=1h", {}, true],
  ["started=1h", { startedAt: "2026-11-21T10:59:59Z" }, false],
  ["started=6h", { startedAt: "2026-11-21T06:00:00Z" }, true],
  ["started=12h", { startedAt: "2026-11-20T23:00:00Z" }, false],
  ["cpu=2", { cpu: 4 }, false],
  ["cpu=2&memory=1024", {}, true],
  ["cpu=2&memory=1024", { memory: 2048 }, false],
  ["cpu=3", { cpu: 4 }, true],
  ["", { startedAt: "2026-01-01T00:00:00Z" }, true],
])("%s lets %o through: %s", (query, over, expected) => {
  expect(passesWith(query, sandbox(over))).toBe(expected);
});

test("only filters that exist are active, and clearing clears them all", () => {
  expect(activeFilters(SANDBOX_FILTERS, new URLSearchParams("started=6h&cpu=9&page=2"))).toEqual({ started: "6h" });
  expect(Object.keys(clearedFilters(SANDBOX_FILTERS))).toEqual(["started", "cpu", "memory"]);
});

test.each([
  ["01abc", true],
  ["PHONE-14", true],
  ["checkout", true],
  ["task: check", true],
  [" checkout ", true],
  ["Phone 14", false],
  ["running", false],
])("the search %s finds it: %s", (search, expected) => {
  expect(matchesSandboxSearch(sandbox(), search)).toBe(expected);
});

test("metadata is flattened", () => {
  expect(metadataTexts(sandbox({ metadata: { a: "1", b: "" } }))).toEqual(["a: 1", "b: "]);
});
