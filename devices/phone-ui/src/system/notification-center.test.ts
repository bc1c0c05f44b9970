import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BLOCKED_NOTIFICATIONS_KEY } from "@terrarium/phone-system/blocked-notifications";
import { DeviceSettings } from "@terrarium/phone-system/device-settings";
import { HostClock } from "@terrarium/phone-system/host-clock";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Stage } from "../render/stage.ts";
import { SystemStore, type SystemState } from "../services/system-store.ts";
import { NotificationCenter } from "./notification-center.ts";

const NOTES = "org.example.notes";
let store: SystemStore;
let center: NotificationCenter;
let settings: DeviceSettings;
let folder: string;
const wake = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  folder = mkdtempSync(join(tmpdir(), "terrarium-notifications-"));
  settings = new DeviceSettings(join(folder, "settings.json"), () => undefined);
  wake.mockClear();
  store = new SystemStore({ notifications: [], notificationHistory: [], headsUp: undefined } as unknown as SystemState);
  // The only stage function that the center uses.
  const stage = { run: (change: () => void) => change() } as Stage;
  center = new NotificationCenter({ stage, store, clock: new HostClock(() => 42), settings, wake });
});
afterEach(() => {
  center.dispose();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

const titles = (): string[] => store.get().notifications.map(({ title }) => title);
const post = (title: string, more: Partial<Parameters<NotificationCenter["post"]>[0]> = {}): string =>
  center.post({ packageName: NOTES, title, text: "", ...more });

describe("notifications", () => {
  test("are listed from the latest, with unique ids and times", () => {
    const ids = [post("one"), post("two")];
    expect(titles()).toEqual(["two", "one"]);
    expect(new Set(ids).size).toBe(2);
    expect(store.get().notifications[0]?.postedMs).toBe(42);
  });

  test("replace one with the same id and app", () => {
    post("old", { id: "x" });
    post("other app", { id: "x", packageName: "org.example.other" });
    post("new", { id: "x" });
    expect(titles()).toEqual(["new", "other app"]);
  });

  test("are cancelled by app and id; unknown ids are ignored", () => {
    post("one", { id: "1" });
    post("two", { id: "2" });
    center.cancel(NOTES, "1");
    center.cancel(NOTES, "7");
    center.cancel("org.example.other", "2");
    expect(titles()).toEqual(["two"]);
  });

  test("remain after `clear` if they are ongoing", () => {
    post("rings", { ongoing: true });
    post("told");
    center.clear();
    expect(titles()).toEqual(["rings"]);
  });

  test("are limited to 50: the oldest is removed, ongoing ones last", () => {
    post("rings", { ongoing: true });
    for (let count = 0; count < 60; count++) post(`${count}`);
    expect([titles().length, titles()[0], titles().at(-1), titles().at(-2)]).toEqual([50, "59", "rings", "11"]);
    for (let count = 0; count < 60; count++) post(`goes on ${count}`, { ongoing: true });
    expect(titles().length).toBe(50);
  });
});

describe("an urgent notification", () => {
  const above = (): string | undefined => store.get().headsUp?.title;

  test("is shown for five seconds, and remains listed", () => {
    post("hurry", { urgent: true });
    expect(above()).toBe("hurry");
    vi.advanceTimersByTime(4999);
    expect(above()).toBe("hurry");
    vi.advanceTimersByTime(1);
    expect([above(), titles()]).toEqual([undefined, ["hurry"]]);
  });

  test("is replaced by the next for another five seconds", () => {
    post("first", { urgent: true });
    vi.advanceTimersByTime(4000);
    post("second", { urgent: true });
    vi.advanceTimersByTime(4000);
    expect(above()).toBe("second");
    vi.advanceTimersByTime(1000);
    expect(above()).toBeUndefined();
  });

  test("wakes the screen if ongoing, and stays until cancelled", () => {
    post("rings", { urgent: true, ongoing: true, id: "r" });
    vi.advanceTimersByTime(600_000);
    expect([above(), wake.mock.calls.length]).toEqual(["rings", 1]);
    center.cancel(NOTES, "r");
    expect([above(), titles()]).toEqual([undefined, []]);
  });

  test("is not shown in quiet mode, but still wakes the screen", () => {
    settings.put("global", "zen_mode", "1");
    post("hurry", { urgent: true });
    post("rings", { urgent: true, ongoing: true });
    expect([above(), wake.mock.calls.length, titles()]).toEqual([undefined, 1, ["rings", "hurry"]]);
  });

  test("is updated by a quiet one without extending its time", () => {
    post("0 %", { urgent: true, id: "load" });
    vi.advanceTimersByTime(3000);
    post("50 %", { id: "load" });
    expect(above()).toBe("50 %");
    vi.advanceTimersByTime(2000);
    expect(above()).toBeUndefined();
  });

  test("is not hidden when another one is cancelled", () => {
    post("other", { id: "o" });
    post("hurry", { urgent: true });
    center.cancel(NOTES, "o");
    expect(above()).toBe("hurry");
  });

  test("leaves no timer behind", () => {
    post("hurry", { urgent: true });
    center.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a blocked app posts nothing and loses what it posted", () => {
  post("before", { urgent: true, ongoing: true });
  settings.put("secure", BLOCKED_NOTIFICATIONS_KEY, `org.example.other,${NOTES}`);
  expect([titles(), store.get().headsUp]).toEqual([[], undefined]);
  wake.mockClear();
  expect(post("blocked", { id: "b", urgent: true, ongoing: true })).toBe("b");
  expect([titles(), wake.mock.calls.length]).toEqual([[], 0]);
  settings.delete("secure", BLOCKED_NOTIFICATIONS_KEY);
  post("after");
  expect(titles()).toEqual(["after"]);
});

test("the history keeps dismissed notifications while it is on", () => {
  const history = (): string[] => store.get().notificationHistory.map(({ title }) => title);
  post("earlier");
  settings.put("secure", "notification_history_enabled", "1");
  for (let count = 0; count < 60; count++) center.cancel(NOTES, post(`number ${count}`));
  post("0 %", { id: "load" });
  post("100 %", { id: "load" });
  expect([history().length, history().slice(0, 2)]).toEqual([50, ["100 %", "number 59"]]);
  settings.put("secure", "notification_history_enabled", "0");
  expect(history()).toEqual([]);
});

test("the shell can list, post and cancel notifications", () => {
  const offered = center.create();
  const id = offered.post({ packageName: NOTES, title: "from the shell", text: "x" });
  expect(offered.list().map((each) => [each.id, each.title])).toEqual([[id, "from the shell"]]);
  offered.cancel(NOTES, id);
  expect(offered.list()).toEqual([]);
});
