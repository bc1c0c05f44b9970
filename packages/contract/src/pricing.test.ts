import { expect, test } from "vitest";
import { costMicroDollars, hourlyMicroDollars, PRICE, toRamGbHours, toVcpuHours } from "./pricing.ts";

const HOUR_MS = 3_600_000n;

test("charges the price of a core hour and a GB hour", () => {
  expect(costMicroDollars({ vcpuMs: HOUR_MS, memoryMbMs: 0n })).toBe(PRICE.microDollarsPerVcpuHour);
  expect(costMicroDollars({ vcpuMs: 0n, memoryMbMs: 1024n * HOUR_MS })).toBe(PRICE.microDollarsPerGbHour);
});

test("prices an hour of a sandbox", () => {
  expect(hourlyMicroDollars({ cpu: 2, memoryMb: 2048 })).toBe(50_000);
});

test("drops a fraction of a millionth and rounds the sum once", () => {
  // Half a millionth for the core, and half a millionth for the memory.
  const use = { vcpuMs: 90n, memoryMbMs: 4n * 90n * 1024n };
  expect(costMicroDollars({ ...use, memoryMbMs: 0n })).toBe(0);
  expect(costMicroDollars({ ...use, vcpuMs: 0n })).toBe(0);
  expect(costMicroDollars(use)).toBe(1);
});

test("reports usage in hours", () => {
  expect(toVcpuHours({ vcpuMs: 2n * HOUR_MS, memoryMbMs: 0n })).toBe(2);
  expect(toRamGbHours({ vcpuMs: 0n, memoryMbMs: 512n * HOUR_MS })).toBe(0.5);
});
