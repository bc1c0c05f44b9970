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

test("names of built-in object members are ordinary values", () => {
  const query = parseQuery("__proto__=1&constructor=2&labels[__proto__]=3");
  expect(Object.keys(query)).toEqual(["__proto__", "constructor", "labels"]);
  expect({}).not.toHaveProperty("3");
  expect(Object.entries(query.labels as object)).toEqual([["__proto__", "3"]]);
});

test("reads only the start of an endless query", () => {
  expect(Object.keys(parseQuery(Array.from({ length: 1_000 }, (_, i) => `p${i}=1`).join("&")))).toHaveLength(200);
});
