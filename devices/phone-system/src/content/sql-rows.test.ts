import { describe, expect, it } from "vitest";
import { ID_COLUMN } from "./content-provider.ts";
import { rowsOrdered, rowsWhere } from "./sql-rows.ts";

const integers: ReadonlySet<string> = new Set(["_id", "date"]);
const rows = [
  { _id: "1", address: "+1555", body: "hello", date: "900" },
  { _id: "2", address: "0555", body: "it's", date: "1000" },
  { _id: "3", address: null, body: "Zed", date: "1000000000000" },
];

describe("a condition", () => {
  it.each([
    ["date > 950", "2 3"],
    ["date BETWEEN 1 AND 1000 AND date % 3 = 0", "1"],
    ["address LIKE '+1%' OR body GLOB 'Z*'", "1 3"],
    ["address = '+1555'", "1"],
    ["address = '1555'", ""],
    ["body = 'it''s'", "2"],
    ['body = "hello"', "1"],
    ["address IS NULL", "3"],
    ["NOT address IS NULL AND _id IN (1, 3)", "1"],
    ["NULL", ""],
    ["lower(body) = 'zed' AND length(body) = 3", "3"],
    ["body COLLATE NOCASE = 'zed'", "3"],
    ["datetime(date / 1000, 'unixepoch') > '2000'", "3"],
    ["1 -- whatever", "1 2 3"],
  ])("follows SQLite: %s", (condition, ids) => {
    expect(rowsWhere(rows, integers, condition).map((row) => row[ID_COLUMN])).toEqual(ids === "" ? [] : ids.split(" "));
  });

  it.each([
    ["body =", 'near ")": syntax error'],
    ["none = 1", "no such column: none"],
    ["", 'near ")": syntax error'],
    ["_id IN (SELECT 1)", "not authorized"],
    ["1) UNION SELECT 1, 1 --", "syntax error"],
    ["1); DROP TABLE content; --", "no such column: rowid"],
    ["1 IN (WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r)", "too many terms"],
    ["1 IN (SELECT name FROM sqlite_schema)", "prohibited"],
    ["count(*) > 1", "not authorized to use function: count"],
    ["length(randomblob(1000000000)) > 1", "not authorized to use function: randomblob"],
    ["hex(zeroblob(1000000000)) > ''", "not authorized"],
    ["printf('%1000000000d', 1) > ''", "not authorized to use function: printf"],
    ["replace(body, '', body) > ''", "not authorized to use function: replace"],
    ["load_extension('x')", "not authorized to use function: load_extension"],
  ])("is rejected: %s", (condition, message) => {
    expect(() => rowsWhere(rows, integers, condition)).toThrow(message);
  });

  it("is rejected when too long or too deeply nested", () => {
    const deep = Array.from({ length: 200 }, () => "body").join("||");
    expect(() => rowsWhere(rows, integers, deep)).toThrow("Expression tree is too large");
    expect(() => rowsWhere(rows, integers, `${"(".repeat(5000)}1`)).toThrow("Recursion limit");
    expect(() => rowsWhere(rows, integers, `body = '${"a".repeat(10_000)}'`)).toThrow("too big");
    expect(() => rowsWhere(rows, integers, `body LIKE '${"%a".repeat(1000)}'`)).toThrow("pattern too complex");
  });

  it("with slow rows ends within its time limit", () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({ _id: String(i), body: "a".repeat(1000) }));
    const condition = Array.from({ length: 90 }, () => "body LIKE '%aaaaaaaaaaaaaaaaaaaaaaaaaaaab%'").join(" OR ");
    expect(() => rowsWhere(many, integers, condition)).toThrow("takes longer than 1000 ms");
  });
});

describe("an order", () => {
  it.each([
    ["date DESC", "3 2 1"],
    ["body COLLATE NOCASE LIMIT 2", "1 2"],
    ["address DESC NULLS FIRST, date", "3 2 1"],
    ["date LIMIT 1, 2", "2 3"],
  ])("follows SQLite: %s", (order, ids) => {
    expect(rowsOrdered(rows, integers, order).map((row) => row[ID_COLUMN])).toEqual(ids.split(" "));
  });

  it.each([
    ["none", "no such column: none"],
    ["random()", "must be made of"],
    ["(SELECT 1)", "must be made of"],
    ["date; DROP TABLE content", "must be made of"],
    ["date, date, date, date, date", "must be made of"],
  ])("is rejected: %s", (order, message) => {
    expect(() => rowsOrdered(rows, integers, order)).toThrow(message);
  });
});
