import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkQueue } from "./work-queue.ts";

const LIMITS = { running: 2, waiting: 3, longestWaitMs: 5_000, runningTotal: 3 };
let queue: WorkQueue;
let begun: string[];
let finish: Map<string, () => void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  queue = new WorkQueue(LIMITS);
  begun = [];
  finish = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs work on a device until its name is finished. */
const ask = (device: string, name: string) =>
  queue.run(device, () => {
    begun.push(name);
    return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
  });
const end = async (name: string) => {
  finish.get(name)?.();
  await nextTurn();
};
const BUSY = { code: "device_busy", status: 429, context: { retryAfterSeconds: 1 } };

test("limits running and queued work, and rejects the rest", async () => {
  const answers = ["a", "b", "c", "d", "e"].map((name) => ask("phone", name));
  await expect(ask("phone", "f")).rejects.toMatchObject(BUSY);
  await nextTurn();
  expect(begun).toEqual(["a", "b"]);
  for (const name of ["a", "b", "c", "d", "e"]) await end(name);
  expect(await Promise.all(answers)).toEqual(["a", "b", "c", "d", "e"]);
});

test("rejects work that waited too long, and frees its place", async () => {
  void ask("phone", "a");
  void ask("phone", "b");
  const late = Promise.all(["c", "d", "e"].map((name) => expect(ask("phone", name)).rejects.toMatchObject(BUSY)));
  await vi.advanceTimersByTimeAsync(LIMITS.longestWaitMs);
  await late;
  const next = ask("phone", "f");
  await end("a");
  await end("f");
  expect(await next).toBe("f");
  expect(begun).toEqual(["a", "b", "f"]);
});

test("serves devices in turn despite a long queue of one", async () => {
  for (const name of ["a", "b", "c", "d"]) void ask("hostile", name);
  void ask("quiet", "q");
  void ask("other", "o");
  await nextTurn();
  expect(begun).toEqual(["a", "b", "q"]);
  await end("a");
  await end("b");
  await end("c");
  expect(begun).toEqual(["a", "b", "q", "c", "o", "d"]);
});

test("frees the place of failed work", async () => {
  for (let i = 0; i < 10; i += 1)
    await expect(queue.run("phone", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  void ask("phone", "a");
  await nextTurn();
  expect(begun).toEqual(["a"]);
});
