import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Tickers } from "./tickers.ts";

beforeEach(() => {
  // Not at the beginning of a second.
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: 10_300 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what moves with time", () => {
  test("stands still while nobody watches, and is brought up to date by a look", () => {
    const tickers = new Tickers();
    const tick = vi.fn<() => void>();
    tickers.add(1000, tick);
    vi.advanceTimersByTime(10_000);
    expect(tick).not.toHaveBeenCalled();
    tickers.look();
    expect(tick).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("moves at whole multiples of its interval while somebody watches", () => {
    const tickers = new Tickers();
    const times: number[] = [];
    tickers.setWatched(true);
    tickers.add(1000, () => times.push(Date.now()));
    vi.advanceTimersByTime(3000);
    expect(times).toEqual([11_000, 12_000, 13_000]);
  });

  test("is up to date at once when somebody begins to watch, and once only", () => {
    const tickers = new Tickers();
    const tick = vi.fn<() => void>();
    tickers.add(1000, tick);
    tickers.setWatched(true);
    tickers.setWatched(true);
    expect(tick).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(700);
    expect(tick).toHaveBeenCalledTimes(2);
  });

  test("rests when the last one has gone", () => {
    const tickers = new Tickers();
    const tick = vi.fn<() => void>();
    tickers.add(1000, tick);
    tickers.setWatched(true);
    tickers.setWatched(false);
    vi.advanceTimersByTime(10_000);
    expect([tick.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test("goes each at its own pace", () => {
    const tickers = new Tickers();
    const [fast, slow] = [vi.fn<() => void>(), vi.fn<() => void>()];
    tickers.setWatched(true);
    tickers.add(100, fast);
    tickers.add(5000, slow);
    vi.advanceTimersByTime(10_000);
    expect([fast.mock.calls.length, slow.mock.calls.length]).toEqual([100, 2]);
  });

  test("that is taken away moves no more, also from within its own tick", () => {
    const tickers = new Tickers();
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

  test("may begin another one from within its tick", () => {
    const tickers = new Tickers();
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

  test("is all gone at the end", () => {
    const tickers = new Tickers();
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
