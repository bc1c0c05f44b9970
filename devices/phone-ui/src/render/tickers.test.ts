import { HostClock } from "@terrarium/phone-system/host-clock";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Tickers } from "./tickers.ts";

beforeEach(() => {
  // The start time is not a whole second.
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: 10_300 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a ticker", () => {
  test("stops without a viewer, and ticks before a screen read", () => {
    const tickers = new Tickers(new HostClock(() => Date.now()));
    const tick = vi.fn<() => void>();
    tickers.add(1000, tick);
    vi.advanceTimersByTime(10_000);
    expect(tick).not.toHaveBeenCalled();
    tickers.look();
    expect(tick).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("with a viewer ticks at whole multiples of its interval", () => {
    const tickers = new Tickers(new HostClock(() => Date.now()));
    const times: number[] = [];
    tickers.setWatched(true);
    tickers.add(1000, () => times.push(Date.now()));
    vi.advanceTimersByTime(3000);
    expect(times).toEqual([11_000, 12_000, 13_000]);
  });

  test("ticks exactly once when a viewer connects", () => {
    const tickers = new Tickers(new HostClock(() => Date.now()));
    const tick = vi.fn<() => void>();
    tickers.add(1000, tick);
    tickers.setWatched(true);
    tickers.setWatched(true);
    expect(tick).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(700);
    expect(tick).toHaveBeenCalledTimes(2);
  });

  test("stops when the last viewer disconnects", () => {
    const tickers = new Tickers(new HostClock(() => Date.now()));
    const tick = vi.fn<() => void>();
    tickers.add(1000, tick);
    tickers.setWatched(true);
    tickers.setWatched(false);
    vi.advanceTimersByTime(10_000);
    expect([tick.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test("ticks at its own interval", () => {
    const tickers = new Tickers(new HostClock(() => Date.now()));
    const [fast, slow] = [vi.fn<() => void>(), vi.fn<() => void>()];
    tickers.setWatched(true);
    tickers.add(100, fast);
    tickers.add(5000, slow);
    vi.advanceTimersByTime(10_000);
    expect([fast.mock.calls.length, slow.mock.calls.length]).toEqual([100, 2]);
  });

  test("never ticks after removal, even from its own tick", () => {
    const tickers = new Tickers(new HostClock(() => Date.now()));
    let count = 0;
    tickers.setWatched(true);
    const stop = tickers.add(1000, () => {
      count++;
      stop();
    });
    vi.advanceTimersByTime(10_000);
    tickers.look();
    expect([count, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test("can add another one during its tick", () => {
    const tickers = new Tickers(new HostClock(() => Date.now()));
    const later = vi.fn<() => void>();
    tickers.setWatched(true);
    const stop = tickers.add(1000, () => {
      stop();
      tickers.add(1000, later);
    });
    vi.advanceTimersByTime(3000);
    expect(later).toHaveBeenCalledTimes(2);
    tickers.dispose();
  });

  test("never ticks after `dispose`", () => {
    const tickers = new Tickers(new HostClock(() => Date.now()));
    const tick = vi.fn<() => void>();
    tickers.setWatched(true);
    tickers.add(1000, tick);
    tickers.add(50, tick);
    tickers.dispose();
    vi.advanceTimersByTime(10_000);
    tickers.look();
    expect([tick.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
