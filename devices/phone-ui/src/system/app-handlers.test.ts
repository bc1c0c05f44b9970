import { HostClock } from "@terrarium/phone-system/host-clock";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { App } from "../services/app.ts";
import type { SystemServices } from "../services/app.ts";
import { AppHandlers } from "./app-handlers.ts";
import { Background } from "./background.ts";
import { createClipboard } from "./clipboard.ts";
import { watchMinutes } from "./minute-clock.ts";

describe("app handlers", () => {
  test("call the app's last added handler", () => {
    const handlers = new AppHandlers();
    const [page, dialog, other] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    handlers.addBack("notes", page);
    const close = handlers.addBack("notes", dialog);
    handlers.addBack("clock", other);
    expect(handlers.goBack("notes")).toBe(true);
    close();
    close();
    expect(handlers.goBack("notes")).toBe(true);
    expect([page, dialog, other].map((each) => each.mock.calls.length)).toEqual([1, 1, 0]);
    expect(handlers.goBack("maps")).toBe(false);
  });

  test("allow a handler to remove itself", () => {
    const handlers = new AppHandlers();
    const remove = handlers.addBack("notes", () => remove());
    expect([handlers.goBack("notes"), handlers.goBack("notes")]).toEqual([true, false]);
  });

  test("drop keys without an app in front", () => {
    const handlers = new AppHandlers();
    const typed = vi.fn<(key: unknown) => void>();
    handlers.addKey("notes", typed);
    handlers.pressKey(undefined, { character: "a" });
    handlers.pressKey("clock", { character: "b" });
    handlers.pressKey("notes", { name: "enter" });
    expect(typed.mock.calls).toEqual([[{ name: "enter" }]]);
  });
});

describe("background work", () => {
  const start = vi.fn<(services: SystemServices) => () => void>();
  const stop = vi.fn<() => void>();
  const cancelled: string[] = [];
  const services = {
    store: {
      get: () => ({
        notifications: [
          { packageName: "clock", id: "1" },
          { packageName: "notes", id: "2" },
        ],
      }),
    },
    cancelNotification: (packageName: string, id: string) => void cancelled.push(`${packageName} ${id}`),
  } as unknown as SystemServices;
  const app = (packageName: string, more: Partial<App> = {}): App => ({ packageName, ...more }) as App;
  let background: Background;
  beforeEach(() => {
    start.mockReset().mockReturnValue(stop);
    stop.mockReset();
    cancelled.length = 0;
    background = new Background([app("clock", { startBackground: start }), app("notes")], () => services);
  });

  test("starts once, with the phone", () => {
    background.startAll();
    background.start("clock");
    expect([start.mock.calls.length, start.mock.calls[0]?.[0]]).toEqual([1, services]);
  });

  test("stops by force with its notifications, and restarts with the app", () => {
    background.startAll();
    background.stop("clock");
    expect([stop.mock.calls.length, cancelled]).toEqual([1, ["clock 1"]]);
    background.start("clock");
    expect(start).toHaveBeenCalledTimes(2);
  });

  test("starts once even if it opens its own app", () => {
    start.mockImplementation(() => {
      background.start("clock");
      return stop;
    });
    background.startAll();
    expect(start).toHaveBeenCalledTimes(1);
  });

  test("stops with the phone, and ignores apps without it", () => {
    background.startAll();
    background.stop("notes");
    background.stop("org.example.none");
    background.dispose();
    background.dispose();
    expect(stop).toHaveBeenCalledTimes(1);
  });
});

describe("the clipboard", () => {
  test("notifies listeners only of changed text", () => {
    const clipboard = createClipboard();
    const heard: string[] = [];
    const stop = clipboard.onChange((text) => heard.push(text));
    clipboard.set("moss");
    clipboard.set("moss");
    clipboard.set("");
    stop();
    clipboard.set("fern");
    expect([heard, clipboard.get()]).toEqual([["moss", ""], "fern"]);
  });
});

describe("the minute clock", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("reports each minute once, shortly after its start, until stopped", () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: 59_000 });
    const minutes: number[] = [];
    const stop = watchMinutes(new HostClock(() => Date.now()), (minute) => minutes.push(minute));
    vi.advanceTimersByTime(999);
    expect(minutes).toEqual([]);
    vi.advanceTimersByTime(180_000);
    expect(minutes).toEqual([60_000, 120_000, 180_000]);
    stop();
    vi.advanceTimersByTime(600_000);
    expect([minutes.length, vi.getTimerCount()]).toEqual([3, 0]);
  });

  test("checks a stopped clock once a minute", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const [nowMs, onMinute] = [vi.fn<() => number>(() => 59_999), vi.fn<(minute: number) => void>()];
    const stop = watchMinutes(new HostClock(nowMs), onMinute);
    vi.advanceTimersByTime(600_000);
    expect(nowMs.mock.calls.length).toBeLessThan(30);
    expect(onMinute).not.toHaveBeenCalled();
    // The clock is set forward.
    nowMs.mockReturnValue(3_600_000);
    vi.advanceTimersByTime(60_000);
    expect(onMinute.mock.calls).toEqual([[3_600_000]]);
    stop();
  });
});
