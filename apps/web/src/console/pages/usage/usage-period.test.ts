import { expect, test } from "vitest";
import { bucketLabel, bucketName, periodName, periodStart } from "./usage-period.ts";

test.each([
  ["weekly", "2026-11-21", "Sat", "Nov 21, 2026"],
  ["monthly", "2026-11-01", "1", "Nov 1, 2026"],
  ["yearly", "2026-11", "Nov", "November 2026"],
] as const)("the %s bucket %s is %s on the axis and %s in full", (period, label, short, name) => {
  expect([bucketLabel(label, period), bucketName(label, period)]).toEqual([short, name]);
});

test.each([
  ["weekly", ["2026-11-16", "2026-11-22"], "Nov 16 – 22, 2026"],
  ["weekly", ["2026-12-28", "2027-01-03"], "Dec 28, 2026 – Jan 3, 2027"],
  ["monthly", ["2026-11-01", "2026-11-30"], "November 2026"],
  ["yearly", ["2026-01", "2026-12"], "2026"],
] as const)("the %s period from %j is named %s", (period, labels, name) => {
  expect(periodName(labels, period).replaceAll(/\s/gu, " ")).toBe(name);
});

test.each([
  ["weekly", 0, "2026-11-16"],
  ["weekly", -1, "2026-11-09"],
  ["weekly", 7, "2027-01-04"],
  ["monthly", 0, "2026-11-01"],
  ["monthly", -11, "2025-12-01"],
  ["monthly", 1, "2026-12-01"],
  ["yearly", -1, "2025-01-01"],
] as const)("the %s period of a Sunday's last moment, moved by %i, starts with %s", (period, by, day) => {
  const sunday = new Date(2026, 10, 22, 23, 59, 59).getTime();
  expect(periodStart(sunday, period, by)).toEqual(new Date(`${day}T00:00`));
});
