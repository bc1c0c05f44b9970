import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ERRORS } from "../packages/contract/src/errors.ts";
import { CLOSE_CODES } from "../packages/contract/src/proxy.ts";
import { contractEndpoints, contractExports } from "../packages/contract/src/testing/contract-exports.ts";

/** Terms of docs/reference/product.md for the access of a call. */
const WHO = { public: "public", session: "session", "session-or-api-key": "program" } as const;
/** Constants of the contract that are not limits: units of money and time, and codes of protocols. */
const NO_LIMITS = new Set([
  "CENTS_PER_DOLLAR",
  "CLOSE_CODES",
  "MICRO_DOLLARS_PER_DOLLAR",
  "SERVICE_RESTART",
  "UNIT_MS",
]);

const document = readFileSync("docs/reference/product.md", "utf8");
const sectionOf = (title: string) => document.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
/** Returns the cells of a section's table, without its header. */
const rowsOf = (title: string) =>
  sectionOf(title)
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
    .map(([, ...cells]) => cells.slice(0, -1))
    .slice(2);

test("documents the calls of the contract and their access", async () => {
  const expected = (await contractEndpoints()).map(({ method, path, access }) => `${method} ${path}: ${WHO[access]}`);
  expect(expected.length).toBeGreaterThan(50);
  const told = rowsOf("Calls").map(([call, who]) => `${call}: ${who}`);
  expect(told.toSorted()).toEqual(expected.toSorted());
});

test("documents the errors of the contract and their status", () => {
  const expected = Object.entries(ERRORS).map(([code, { status }]) => `${code} ${status}`);
  const told = rowsOf("Errors").map(([code, status]) => `${code} ${status}`);
  expect(told.toSorted()).toEqual(expected.toSorted());
});

test("documents the close codes of sockets", () => {
  const told = [...sectionOf("Device connections").matchAll(/\b4\d{3}\b/g)].map(([code]) => Number(code));
  expect(new Set(told)).toEqual(new Set(Object.values(CLOSE_CODES)));
});

test("documents the limits of the contract and their values", async () => {
  const expected = (await contractExports())
    .filter(([name]) => /^[A-Z_]+$/.test(name) && !NO_LIMITS.has(name))
    .flatMap(([name, value]) => limitsIn(name, value));
  expect(expected.length).toBeGreaterThan(50);
  const told = rowsOf("Limits").map(([, value, name]) => `${name}: ${value}`);
  expect(told.toSorted()).toEqual(expected.toSorted());
});

/** Returns the numbers of a constant with their names, formatted as in the document. */
function limitsIn(name: string, value: unknown): string[] {
  if (typeof value === "number") return [`${name}: ${inWords(name, value)}`];
  if (Array.isArray(value) && value.every((each) => typeof each === "number")) return [`${name}: ${value.join(", ")}`];
  const isRecord = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isRecord || name === "ERRORS") return [];
  return Object.entries(value).flatMap(([key, inner]) => limitsIn(`${name}.${key}`, inner));
}

const TIMES = [
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
] as const;
const SIZES = [
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
  [1024, "KiB"],
] as const;

function inWords(name: string, value: number): string {
  const units = /_MS\b|Ms$/.test(name) ? TIMES : /bytes/i.test(name) ? SIZES : [];
  const unit = units.find(([size]) => value % size === 0);
  return unit === undefined ? value.toLocaleString("en") : `${value / unit[0]} ${unit[1]}`;
}
