import type { FleetFilter } from "@terrarium/contract/fleet";
import { expect, test } from "vitest";
import { fitsFilters } from "./choose-template.ts";

const MODEL = { name: "Small phone", platform: "android", type: "emulator", version: "14.1" } as const;

test.each<[FleetFilter["attribute"], FleetFilter["operator"], string, boolean]>([
  ["platform", "EQUALS", "android", true],
  ["platform", "EQUALS", "ios", false],
  ["type", "EQUALS", "real", false],
  ["name", "STARTS_WITH", "Small", true],
  ["name", "STARTS_WITH", "phone", false],
  ["name", "CONTAINS", "phone", true],
  ["version", "EQUALS", "14.1", true],
  ["version", "GREATER_THAN_OR_EQUALS", "9", true],
  ["version", "GREATER_THAN_OR_EQUALS", "14.1.0", true],
  ["version", "GREATER_THAN", "14.1", false],
  ["version", "LESS_THAN", "14.10", true],
  ["version", "LESS_THAN_OR_EQUALS", "14", false],
  ["version", "LESS_THAN", "latest", false],
])("%s %s %s: %s", (attribute, operator, value, isFit) => {
  expect(fitsFilters(MODEL, [{ attribute, operator, value }])).toBe(isFit);
});

test("requires all filters to match", () => {
  const android = { attribute: "platform", operator: "EQUALS", value: "android" } as const;
  expect(fitsFilters(MODEL, [])).toBe(true);
  expect(fitsFilters(MODEL, [android, { attribute: "name", operator: "EQUALS", value: "Phone" }])).toBe(false);
});
