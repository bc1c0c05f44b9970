import { expect, test } from "vitest";
import { activeFilters, clearedFilters } from "./filters.ts";
import { calledName, listRequest, metadataTexts, SANDBOX_FILTERS } from "./sandbox-filters.ts";

test.each([
  ["", "", { page: 1 }],
  ["page=3&sort=-timeLeft", "", { page: 3, sort: { by: "timeLeft", order: "descending" } }],
  ["started=6h&cpu=2&memory=1024", "", { page: 1, filters: { startedWithinHours: 6, cpu: 2, memory: 1024 } }],
  ["status=Expired&page=0", " Login ", { page: 1, status: "Expired", search: "Login" }],
  ["status=expired&started=2h&sort=metadata&page=x", "  ", { page: 1 }],
  ["page=1000001&rows=50", "", { page: 1_000_000, pageSize: 50 }],
  ["rows=7", "", { page: 1 }],
  ["", "x".repeat(300), { page: 1, search: "x".repeat(256) }],
])("the address %s with the search %s requests %o", (query, search, expected) => {
  expect(listRequest(new URLSearchParams(query), search)).toEqual({ pageSize: 10, ...expected });
});

test("activates only existing filters, and clears them all", () => {
  expect(activeFilters(SANDBOX_FILTERS, new URLSearchParams("started=6h&cpu=9&page=2"))).toEqual({ started: "6h" });
  expect(Object.keys(clearedFilters(SANDBOX_FILTERS))).toEqual(["started", "cpu", "memory", "status"]);
});

test.each([
  [{ a: "1", b: "" }, ["a: 1", "b: "]],
  [{ a: 1, b: { c: [true] } }, ["a: 1", 'b: {"c":[true]}']],
  [["x"], ['value: ["x"]']],
  ["text", ["value: text"]],
  [null, []],
  [undefined, []],
  [{}, []],
])("flattens metadata: %o", (metadata, expected) => {
  expect(metadataTexts({ metadata })).toEqual(expected);
});

test("a sandbox's label is its name, or its id without one", () => {
  expect([calledName({ id: "sbx_1", name: "phone" }), calledName({ id: "sbx_1", name: null })]).toEqual([
    "phone",
    "sbx_1",
  ]);
});
