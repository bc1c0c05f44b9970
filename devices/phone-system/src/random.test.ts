import { expect, test } from "vitest";
import { createRandom, shareRandom } from "./random.ts";

test("equal seeds give equal values, other seeds and names do not", () => {
  const values = (seed: string | undefined, name: string): string =>
    Buffer.from(createRandom(shareRandom(seed, name)).bytes(40)).toString("hex");
  expect(values("a", "shell")).toBe(values("a", "shell"));
  expect(new Set([values("a", "shell"), values("a", "system"), values("b", "shell")]).size).toBe(3);
  expect(values(undefined, "shell")).not.toBe(values(undefined, "shell"));
});

test("another thread continues the values", () => {
  const all = createRandom(shareRandom("a"));
  const shared = shareRandom("a");
  expect([all.uuid(), all.uuid()]).toEqual([createRandom(shared).uuid(), createRandom(shared).uuid()]);
});

test("forms valid UUIDs and numbers below the limit", () => {
  const random = createRandom(shareRandom("a"));
  expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const numbers = Array.from({ length: 2_000 }, () => random.integer(10));
  expect(Math.min(...numbers)).toBe(0);
  expect(Math.max(...numbers)).toBe(9);
});
