import { afterEach, expect, it, vi } from "vitest";
import { boundLog } from "./host-log.ts";

afterEach(() => vi.useRealTimers());

it("limits lines per minute and kind, and cuts long texts", () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  const lines: [string, Record<string, unknown>][] = [];
  const log = boundLog((...line) => lines.push(line));
  for (let i = 0; i < 5000; i++) log("refused", { service: "x".repeat(100_000), i });
  expect(lines).toHaveLength(30);
  expect(JSON.stringify(lines).length).toBeLessThan(30 * 4100);
  for (let i = 0; i < 5000; i++) log(`failed ${i}`);
  expect(lines).toHaveLength(200);
  vi.setSystemTime(60_000);
  log("connected");
  expect(lines.slice(200)).toEqual([
    ["more was to be logged than is kept of a minute", { leftOut: 9800 }],
    ["connected", {}],
  ]);
});
