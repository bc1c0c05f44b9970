import { setImmediate as nextRound } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DeviceShare, DeviceTurns, type TurnLimits } from "./device-turns.ts";

const PLENTY = { perSecond: 1_000_000, burst: 1_000_000 };
const LIMITS: TurnLimits = { roundMs: 1_000, roundItems: 10, freeBytes: 100, device: PLENTY, team: PLENTY };
const ITEMS = 100;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Takes one item after another, and calls `taken` after each. */
async function flood({ take }: Pick<DeviceShare, "take">, taken: () => void): Promise<void> {
  for (let left = ITEMS; left > 0; left -= 1) {
    const turn = take(1, 0);
    if (turn) await turn;
    taken();
  }
}

test("divides a flood into rounds of the event loop", async () => {
  const device = new DeviceTurns(LIMITS, () => 0).join("team");
  let inRound = 0;
  const most: number[] = [];
  const flooding = flood(device, () => (inRound += 1));
  for (let rounds = 0; rounds < ITEMS / LIMITS.roundItems; rounds += 1) {
    most.push(inRound);
    inRound = 0;
    await nextRound();
  }
  await flooding;
  expect(Math.max(...most, inRound)).toBe(LIMITS.roundItems);
});

test("ends a round when its time is over", async () => {
  let now = 0;
  const device = new DeviceTurns(LIMITS, () => now).join("team");
  expect(device.take(1, 0)).toBeUndefined();
  now += LIMITS.roundMs;
  const turn = device.take(1, 0);
  expect(turn).toBeInstanceOf(Promise);
  await turn;
});

test("serves teams in turn, whatever the number of their devices", async () => {
  const turns = new DeviceTurns(LIMITS, () => 0);
  const taken = { crowd: 0, one: 0 };
  const crowd = Array.from({ length: 20 }, () => flood(turns.join("crowd"), () => (taken.crowd += 1)));
  await flood(turns.join("one"), () => (taken.one += 1));
  expect(taken.crowd).toBeLessThanOrEqual(taken.one + 2 * LIMITS.roundItems);
  await Promise.all(crowd);
});

test.each(["device", "team"] as const)("limits a %s to its rate after a burst", async (limited) => {
  let now = 0;
  const limits = { ...LIMITS, roundItems: ITEMS, [limited]: { perSecond: 10, burst: 20 } };
  const device = new DeviceTurns(limits, () => now).join("team");
  expect(device.take(20, 0)).toBeUndefined();
  const over = vi.fn<() => void>();
  const late = device.take(5, 0)?.then(over);
  await vi.advanceTimersByTimeAsync(499);
  await nextRound();
  expect(over).not.toHaveBeenCalled();
  now += 500;
  await vi.advanceTimersByTimeAsync(1);
  await late;
  expect(over).toHaveBeenCalledOnce();
});

test("passes large packets while small ones are over the rate", () => {
  const device = new DeviceTurns({ ...LIMITS, device: { perSecond: 1, burst: 0 } }, () => 0).join("team");
  expect(device.take(5, 0)).toBeInstanceOf(Promise);
  expect(device.take(1, LIMITS.freeBytes)).toBeUndefined();
});

test("charges large packets only to their round", () => {
  const none = { perSecond: 1, burst: 0 };
  const device = new DeviceTurns({ ...LIMITS, device: none, team: none }, () => 0).join("team");
  for (let packets = 0; packets < LIMITS.roundItems; packets += 1)
    expect(device.take(1, LIMITS.freeBytes)).toBeUndefined();
});
