import { expect, it } from "vitest";
import { collectAllGarbage, notePassedBytes } from "./process-memory.ts";

it("collects buffers that passed before they pile up", () => {
  const mebibyte = 1024 * 1024;
  const live = (): number => process.memoryUsage().arrayBuffers / mebibyte;
  // What other tests left would go meanwhile; the second time none of it is still being swept.
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
