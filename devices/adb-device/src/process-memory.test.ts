import { expect, it } from "vitest";
import { collectAllGarbage, notePassedBytes } from "./process-memory.ts";

it("collects passed buffers before they accumulate", () => {
  const mebibyte = 1024 * 1024;
  const live = (): number => process.memoryUsage().arrayBuffers / mebibyte;
  // Collects garbage of other tests first. The second run waits for the first one's sweeping.
  collectAllGarbage();
  collectAllGarbage();
  const before = live();
  let most = 0;
  for (let passed = 0; passed < 512; passed += 1) {
    notePassedBytes(Buffer.alloc(mebibyte).length);
    most = Math.max(most, live() - before);
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(24);
});
