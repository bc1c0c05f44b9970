import { expect, test } from "vitest";
import { parseQuery } from "./query.ts";

test.each([
  ["", {}],
  ["page=2&pageSize=10", { page: "2", pageSize: "10" }],
  ["status=running%2Cpending", { status: "running,pending" }],
  ["status=running&status=pending", { status: ["running", "pending"] }],
  ["status[]=running", { status: ["running"] }],
  ["labels%5Bproject%5D=a%20b&labels[环境]=c=d", { labels: { project: "a b", 环境: "c=d" } }],
  ["labels[a][b]=1", { "labels[a][b]": "1" }],
  ["labels=1&labels[a]=2", { labels: "1", "labels[a]": "2" }],
  ["a+b=1", { "a b": "1" }],
])("%s", (text, query) => {
  expect({ ...parseQuery(text) }).toEqual(query);
});

test("names of an object's own parts are values like others", () => {
  const query = parseQuery("__proto__=1&constructor=2&labels[__proto__]=3");
  expect(Object.keys(query)).toEqual(["__proto__", "constructor", "labels"]);
  expect({}).not.toHaveProperty("3");
  expect(Object.entries(query.labels as object)).toEqual([["__proto__", "3"]]);
});

test("of a query without an end only its beginning is read", () => {
  expect(Object.keys(parseQuery(Array.from({ length: 1_000 }, (_, i) => `p${i}=1`).join("&")))).toHaveLength(200);
});
