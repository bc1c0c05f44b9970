import { expect, it } from "vitest";
import { notePassedBytes } from "./process-memory.ts";

it("collects buffers that passed before they pile up", () => {
  const mebibyte = 1024 * 1024;
  const live = (): number => process.memoryUsage().arrayBuffers / mebibyte;
  const before = live();
  let most = 0;
  for (let passed = 0; passed < 512; passed += 1) {
    notePassedBytes(Buffer.alloc(mebibyte).length);
    most = Math.max(most, live() - before);
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(24);
});
