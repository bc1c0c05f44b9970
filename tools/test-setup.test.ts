import { afterEach, expect, test, vi } from "vitest";

afterEach(() => void vi.useRealTimers());

test.each([
  ["expect.poll", (look: () => number) => expect.poll(look, { interval: 1 }).toBe(5)],
  ["vi.waitFor", (look: () => number) => vi.waitFor(() => expect(look()).toBe(5), { interval: 1 })],
])("%s leaves a fake clock alone", async (_name, wait) => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout"], now: 1_000 });
  let looks = 0;
  await wait(() => ++looks);
  expect(Date.now()).toBe(1_000);
});
