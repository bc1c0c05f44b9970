import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BatchWriter } from "./batch-writer.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const message = (n: number) => Uint8Array.of(n);

test("writes single messages at once, and fast ones in batches", async () => {
  const writes: number[][] = [];
  const writer = new BatchWriter(async (bytes) => void writes.push([...bytes]));
  const sent = Promise.all(Array.from({ length: 20 }, (_, n) => writer.send(message(n))));
  expect(writes).toEqual([[0]]);
  await vi.advanceTimersByTimeAsync(8);
  await sent;
  expect(writes.map(({ length }) => length)).toEqual([1, 16, 3]);
  expect(writes.flat()).toEqual(Array.from({ length: 20 }, (_, n) => n));
  await vi.advanceTimersByTimeAsync(4);
  await writer.send(message(99));
  expect(writes.at(-1)).toEqual([99]);
});

test("rejects failed messages and retries with later ones", async () => {
  let isBroken = true;
  const writer = new BatchWriter(async () => {
    if (isBroken) throw new Error("broken");
  });
  const first = writer.send(message(1));
  const second = writer.send(message(2));
  await expect(first).rejects.toThrow("broken");
  isBroken = false;
  await vi.advanceTimersByTimeAsync(4);
  await second;
});

test("does not write while an earlier write is pending", async () => {
  const write = vi.fn<() => Promise<void>>(() => new Promise<void>(() => undefined));
  const writer = new BatchWriter(write);
  for (let n = 0; n < 100; n += 1) void writer.send(message(n));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(write).toHaveBeenCalledTimes(1);
});
