import { once } from "node:events";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

test("a thread yields to the main thread with unchanged priority", async () => {
  const before = getPriority();
  const program = `
    const { lowerPriority } = await import(${JSON.stringify(new URL("lower-priority.ts", import.meta.url).href)});
    lowerPriority();
    const { parentPort } = await import("node:worker_threads");
    const { getPriority } = await import("node:os");
    parentPort.postMessage(getPriority());
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  expect((await once(worker, "message"))[0]).toBe(Math.min(before + 10, 19));
  expect(getPriority()).toBe(before);
});
