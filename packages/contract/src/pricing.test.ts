import { expect, test } from "vitest";
import { costMicroDollars, PRICE, toRamGbHours, toVcpuHours } from "./pricing.ts";

const HOUR_MS = 3_600_000n;

test("an hour of a core and of a GB costs its price", () => {
  expect(costMicroDollars({ vcpuMs: HOUR_MS, memoryMbMs: 0n })).toBe(PRICE.microDollarsPerVcpuHour);
  expect(costMicroDollars({ vcpuMs: 0n, memoryMbMs: 1024n * HOUR_MS })).toBe(PRICE.microDollarsPerGbHour);
});

test("a fraction of a millionth is not charged, and the sum is rounded once", () => {
  // Half a millionth for the core, and half a one for the memory.
  const use = { vcpuMs: 90n, memoryMbMs: 4n * 90n * 1024n };
  expect(costMicroDollars({ ...use, memoryMbMs: 0n })).toBe(0);
  expect(costMicroDollars({ ...use, vcpuMs: 0n })).toBe(0);
  expect(costMicroDollars(use)).toBe(1);
});

test("what is used is told in hours", () => {
  expect(toVcpuHours({ vcpuMs: 2n * HOUR_MS, memoryMbMs: 0n })).toBe(2);
  expect(toRamGbHours({ vcpuMs: 0n, memoryMbMs: 512n * HOUR_MS })).toBe(0.5);
});
