import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import type { ClockState } from "./clock-store.ts";

const clock = "com.terrarium.clock";
const calculator = "com.terrarium.calculator";
const back = 4;
const pageDown = 93;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A Saturday. */
const start = new Date(2026, 10, 21, 6, 59).getTime();

let device: DeviceDriver;
let nowMs = start;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  device = await DeviceDriver.start({ ...smallScreen, nowMs: start });
});
// The clock goes back for each test; what shows the minute hears of it within one.
beforeEach(() => {
  device.nowMs = nowMs = start;
  vi.advanceTimersByTime(minuteMs + 10);
});
afterEach(() => device.reset());
afterAll(async () => {
  await device[Symbol.asyncDispose]();
  vi.useRealTimers();
});

/** Starts a device whose clock keeps this already. */
async function startWith(kept: Partial<ClockState>): Promise<DeviceDriver> {
  const dataDir = mkdtempSync(join(tmpdir(), "terrarium-clock-"));
  mkdirSync(join(dataDir, "apps", clock), { recursive: true });
  const stopwatch = { startedMs: null, elapsedMs: 0, laps: [] };
  const state: ClockState = { alarms: [], stopwatch, timer: null, zones: [], ringing: null, ...kept };
  writeFileSync(join(dataDir, "apps", clock, "clock.json"), JSON.stringify(state));
  const started = await DeviceDriver.start({ ...smallScreen, nowMs: start, dataDir });
  started.ui.activities.start(clock);
  return started;
}

/** Lets this time pass. */
function pass(ms: number): void {
  device.nowMs = nowMs += ms;
  vi.advanceTimersByTime(ms + 10);
}

function open(tab: string): void {
  device.ui.activities.start(clock);
  device.tap(tab);
}

const notified = (): string[] => device.ui.notifications.list().map(({ title, text }) => `${title}, ${text}`);
const alarms = (): string[] => controls("alarm_").map((node) => node.contentDesc);
const controls = (id: string): HierarchyNode[] =>
  device.controls().filter((node) => node.resourceId.startsWith(`${clock}:id/${id}`));
const textsIn = (node: HierarchyNode): string[] => [node.text, ...node.children.flatMap(textsIn)].filter(Boolean);
const cityTexts = (zone: string): string[] => textsIn(device.control(`city_${zone}`));
const intent = (action: string, extras: Record<string, string> = {}): void =>
  void device.ui.activities.startIntent({
    action: `android.intent.action.${action}`,
    extras: Object.fromEntries(
      Object.entries(extras).map(([name, value]) => [`android.intent.extra.alarm.${name}`, value]),
    ),
  });

describe("the form of an alarm", () => {
  test("begins at seven, and each step leads around the day and the hour", () => {
    open("Alarms");
    device.tap("New alarm");
    const time = (): string => `${device.control("hour").text}:${device.control("minute").text}`;
    expect(time()).toBe("07:00");
    device.tap("Minute down");
    expect(time()).toBe("07:59");
    device.tap("Minute up", "Hour up");
    expect(time()).toBe("08:00");
    for (let step = 0; step < 9; step++) device.tap("Hour down");
    expect(time()).toBe("23:00");
    device.tap("Hour up");
    expect(time()).toBe("00:00");
  });

  test.each([
    ["hour", "24", false],
    ["hour", "23", true],
    ["minute", "60", false],
    ["minute", "59", true],
    ["hour", "x", true],
  ])("with %s %s can be saved: %s", (id, typed, valid) => {
    open("Alarms");
    device.tap("New alarm");
    device.tapControl(id);
    device.type(typed);
    device.press(back);
    expect(device.control("save").enabled).toBe(valid);
    device.tap("Save");
    expect(alarms().length).toBe(valid ? 1 : 0);
  });

  test("emptied says so by a button that does nothing, and a step makes a time of it again", () => {
    open("Alarms");
    device.tap("New alarm");
    device.fill("hour", "");
    device.press(back);
    expect(device.control("save").enabled).toBe(false);
    device.tap("Hour up");
    expect([device.control("hour").text, device.control("save").enabled]).toEqual(["01", true]);
  });

  test.each([
    [[], "Once"],
    [["Mon", "Tue", "Wed", "Thu", "Fri"], "Mon to Fri"],
    [["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], "Every day"],
    [["Sat", "Sun"], "Sun, Sat"],
    [["Wed", "Mon", "Wed"], "Mon"],
  ])("with the days %j rings %s", (days, words) => {
    open("Alarms");
    device.tap("New alarm", ...days, "Save");
    expect(alarms()).toEqual([`07:00, ${words}`]);
  });

  test("takes a name of sixty characters, without the spaces around it", () => {
    open("Alarms");
    device.tap("New alarm");
    device.fill("label", `  ${"苔".repeat(80)}`);
    device.press(back);
    device.tap("Save");
    expect(alarms()).toEqual([`07:00, ${"苔".repeat(58)} · Once`]);
  });

  test("is left by BACK, by Cancel and by a touch beside it without an alarm", () => {
    open("Alarms");
    device.tap("New alarm", "Cancel");
    device.tap("New alarm");
    device.press(back);
    device.tap("New alarm");
    device.tapAt(5, 300);
    expect([device.has("No alarms"), device.has("New alarm")]).toEqual([true, true]);
  });

  test("keeps what is chosen while the screen is turned", () => {
    open("Alarms");
    device.tap("New alarm", "Hour up", "Fri");
    device.fill("label", "Mist");
    device.press(back);
    device.turn(true);
    expect([device.control("hour").text, device.control("day_5").checked]).toEqual(["08", true]);
    device.turn(false);
    expect(device.control("label").text).toBe("Mist");
    device.tap("Save");
    expect(alarms()).toEqual(["08:00, Mist · Fri"]);
  });

  test("of an alarm that is there leaves it alone unless it is saved", () => {
    open("Alarms");
    device.tap("New alarm", "Save", "07:00, Once", "Hour up", "Cancel");
    expect(alarms()).toEqual(["07:00, Once"]);
    device.tap("07:00, Once", "Hour up", "Save");
    expect(alarms()).toEqual(["08:00, Once"]);
  });
});

describe("alarms", () => {
  test("stand in the order of the day, tell when they ring, and are switched off and on", () => {
    open("Alarms");
    intent("SET_ALARM", { HOUR: "22", MINUTES: "30" });
    intent("SET_ALARM", { HOUR: "6", MINUTES: "5", MESSAGE: "Early" });
    expect(alarms()).toEqual(["06:05, Early · Once", "22:30, Once"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["Rings in 23 h 6 min", "Rings in 15 h 31 min"]));
    device.tapControl("switch_22_30");
    expect([device.control("switch_22_30").checked, device.has("Rings in 15 h 31 min")]).toEqual([false, false]);
    pass(15 * hourMs + 31 * minuteMs);
    expect(notified()).toEqual([]);
    device.tapControl("switch_22_30");
    expect(device.control("switch_22_30").checked).toBe(true);
    expect(device.has("Rings in 1 d")).toBe(true);
  });

  test("ring once and are off then, or ring again on their next day", () => {
    open("Alarms");
    device.tap("New alarm", "Save", "New alarm", "Minute up", "Mon", "Sat", "Save");
    pass(minuteMs);
    device.tap("Dismiss");
    expect(device.control("switch_7_0").checked).toBe(false);
    pass(minuteMs);
    device.tap("Dismiss");
    expect([device.control("switch_7_1").checked, device.has("Rings in 2 d")]).toEqual([true, true]);
  });

  test("put off ring again after ten minutes, also when the app was ended", () => {
    open("Alarms");
    device.tap("New alarm", "Save");
    pass(minuteMs);
    device.tap("Snooze 10 min");
    device.kill(clock);
    pass(9 * minuteMs);
    expect(notified()).toEqual([]);
    pass(minuteMs);
    expect(notified()).toEqual(["Alarm, 07:00"]);
    device.tap("Dismiss");
    expect(notified()).toEqual([]);
  });

  test("that ring behind another app are answered from their notification, in the device's words", () => {
    open("Alarms");
    device.tap("New alarm", "Save");
    device.ui.settings.put("system", "system_locales", "zh-CN");
    device.ui.activities.start(calculator);
    pass(minuteMs);
    const [notification] = device.ui.notifications.list();
    expect([notification?.title, notification?.actions?.map(({ label }) => label)]).toEqual([
      "闹钟",
      ["再睡 10 分钟", "关闭闹钟"],
    ]);
    notification?.actions?.[0]?.onPress();
    expect(notified()).toEqual([]);
    pass(10 * minuteMs);
    expect(notified().length).toBe(1);
  });

  test("that ring at the same minute are one ring, and each has its own next day", () => {
    open("Alarms");
    device.tap("New alarm", "Save");
    intent("SET_ALARM", { HOUR: "7", MESSAGE: "the same" });
    pass(minuteMs);
    expect(notified().length).toBe(1);
    device.tap("Dismiss");
    expect([notified(), controls("switch_").map((node) => node.checked)]).toEqual([[], [false, false]]);
  });

  test("that ring while their data is cleared are silent, and gone", async () => {
    open("Alarms");
    device.tap("New alarm", "Save");
    device.ui.activities.start(calculator);
    pass(minuteMs);
    await device.ui.clearData(clock);
    expect(notified()).toEqual([]);
    open("Alarms");
    expect(device.has("No alarms")).toBe(true);
  });

  test("ring with the room that the screen has, upright and sideways, dark and light", () => {
    open("Alarms");
    device.tap("New alarm");
    device.fill("label", "Mist the moss, the ferns and everything else that is green ok");
    device.press(back);
    device.tap("Save");
    pass(minuteMs);
    for (const [sideways, theme] of [
      [false, "1"],
      [true, "2"],
    ] as const) {
      device.turn(sideways);
      device.ui.settings.put("secure", "ui_night_mode", theme);
      for (const id of ["snooze", "dismiss", "ringing_label"]) {
        const { bounds } = device.control(id);
        expect(bounds.bottom).toBeLessThanOrEqual(device.ui.display.heightPx);
        expect(bounds.right).toBeLessThanOrEqual(device.ui.display.widthPx);
      }
    }
  });

  test("do not become more than the clock keeps, however many a script sets", async () => {
    const alarm = { hour: 5, days: [], label: "", dueMs: null };
    const all = Array.from({ length: 200 }, (_, index) => ({ ...alarm, id: `${index}`, minute: index % 60 }));
    await using full = await startWith({ alarms: all });
    full.ui.activities.startIntent({
      action: "android.intent.action.SET_ALARM",
      extras: { "android.intent.extra.alarm.HOUR": "8" },
    });
    await expect.poll(() => full.has("There are as many alarms as the clock keeps")).toBe(true);
    full.tap("New alarm", "Save");
    expect([full.has("07:00, Once"), full.has("08:00, Once")]).toEqual([false, false]);
    // One that is there can still be changed.
    full.tap("05:00, Once", "Hour up", "Save");
    full.kill(clock);
    full.ui.activities.start(clock);
    for (let page = 0; page < 60 && !full.has("06:00, Once"); page++) full.press(pageDown);
    expect(full.has("06:00, Once")).toBe(true);
  });
});

describe("an intent to set an alarm", () => {
  test.each([
    [{ HOUR: "8", MINUTES: "5" }, ["08:05, Once"]],
    [{ HOUR: "0" }, ["00:00, Once"]],
    [{ HOUR: "23", MINUTES: "59", MESSAGE: "🌿" }, ["23:59, 🌿 · Once"]],
    [{ HOUR: "9", DAYS: "[1,2]", SKIP_UI: "true", VIBRATE: "x" }, ["09:00, Once"]],
    [{ MINUTES: "5" }, []],
    [{ HOUR: "24" }, []],
    [{ HOUR: "-1" }, []],
    [{ HOUR: "7.5" }, []],
    [{ HOUR: "" }, []],
    [{ HOUR: "0x7" }, []],
    [{ HOUR: "seven" }, []],
    [{ HOUR: "8", MINUTES: "60" }, []],
    [{ HOUR: "8", MINUTES: " " }, []],
    [{ HOUR: "8", MINUTES: "1e1" }, []],
    [{}, []],
  ])("of %j makes %j", (extras, expected) => {
    intent("SET_ALARM", extras);
    expect(device.ui.activities.foreground().packageName).toBe(clock);
    expect(alarms()).toEqual(expected);
  });

  test("with a name without end keeps its beginning", () => {
    intent("SET_ALARM", { HOUR: "8", MESSAGE: "moss ".repeat(10_000) });
    expect(alarms()[0]?.length).toBeLessThan(90);
    expect(Math.max(...device.ui.nodes().map(({ bounds }) => bounds.right))).toBeLessThanOrEqual(360);
  });

  test("to show alarms or timers leads to their page and sets nothing", () => {
    intent("SHOW_TIMERS");
    expect(device.has("Start")).toBe(true);
    intent("SHOW_ALARMS");
    expect(device.has("No alarms")).toBe(true);
  });
});

describe("the timer's keys", () => {
  const typed = (): string => device.control("timer_typed").contentDesc;

  test.each([
    ["5", "00:00:05"],
    ["90", "00:00:90"],
    ["000", "00:00:00"],
    ["1234567", "12:34:56"],
    ["999999", "99:99:99"],
  ])("%s mean %s", (digits, shown) => {
    open("Timer");
    device.tap(...Array.from(digits));
    expect(typed()).toBe(shown);
  });

  test("take the last digit back, and start nothing while there is nothing", () => {
    open("Timer");
    expect(device.control("start_timer").enabled).toBe(false);
    device.tap("1", "00", "Delete digit");
    expect([typed(), device.control("start_timer").enabled]).toEqual(["00:00:10", true]);
    device.tap("Delete digit", "Delete digit", "Delete digit");
    expect([typed(), device.control("start_timer").enabled]).toEqual(["00:00:00", false]);
  });

  test("are there when the screen is turned, with what was typed", () => {
    open("Timer");
    device.tap("1", "5");
    device.turn(true);
    expect(typed()).toBe("00:00:15");
    device.tap("0");
    device.turn(false);
    expect(typed()).toBe("00:01:50");
    for (const node of controls("timer_")) expect(node.bounds.bottom).toBeLessThanOrEqual(640);
  });
});

describe("the timer", () => {
  const left = (): string => device.control("timer_left").text;

  test("of the longest time counts down from it", () => {
    open("Timer");
    device.tap("9", "9", "9", "9", "9", "9", "Start");
    expect(left()).toBe("100:40:39");
    pass(1500);
    expect(left()).toBe("100:40:38");
  });

  test("gets minutes more while it runs and while it stands", () => {
    open("Timer");
    device.tap("3", "0", "Start", "1 min");
    expect(left()).toBe("01:30");
    device.tap("Pause", "1 min");
    pass(hourMs);
    expect(left()).toBe("02:30");
    device.tap("Resume");
    pass(150_000);
    expect(device.has("Time is up")).toBe(true);
  });

  test("goes on without its window, and rings over another app with a word to stop it", () => {
    open("Timer");
    device.tap("1", "0", "Start");
    device.kill(clock);
    device.ui.activities.start(calculator);
    pass(10_000);
    expect(notified()).toEqual(["Time is up, Timer"]);
    expect(device.ui.activities.foreground().packageName).toBe(calculator);
    device.ui.notifications.list()[0]?.actions?.[0]?.onPress();
    expect(notified()).toEqual([]);
    open("Timer");
    expect(device.control("start_timer").enabled).toBe(false);
  });

  test("that is over while the device is off rings when it is on again", async () => {
    await using first = await DeviceDriver.start({ ...smallScreen, nowMs: start });
    first.ui.activities.startIntent({
      action: "android.intent.action.SET_TIMER",
      extras: { "android.intent.extra.alarm.LENGTH": "60" },
    });
    first.turnOff();
    await using again = await DeviceDriver.start({ ...smallScreen, dataDir: first.dataDir, nowMs: start + hourMs });
    expect(again.has("Time is up")).toBe(true);
  });

  test("stops at once where its data is cleared", async () => {
    open("Timer");
    device.tap("5", "Start");
    await device.ui.clearData(clock);
    pass(minuteMs);
    expect(notified()).toEqual([]);
  });

  test.each([
    ["90", "01:30"],
    ["86400", "24:00:00"],
    ["1", "00:01"],
    ["86401", undefined],
    ["0", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["", undefined],
    ["5 min", undefined],
  ])("is set by an intent of %s seconds to %s", (seconds, shown) => {
    intent("SET_TIMER", { LENGTH: seconds });
    expect(device.hasControl("timer_left") ? left() : undefined).toBe(shown);
    expect(device.hasControl("start_timer")).toBe(shown === undefined);
  });
});

describe("the stopwatch", () => {
  const shown = (): string => device.control("stopwatch_time").text;
  const laps = (): string[] => device.texts().filter((text) => /^# \d+$/.test(text));

  test("offers only what can be done", () => {
    open("Stopwatch");
    const enabled = (): boolean[] => ["reset", "start_pause", "lap"].map((id) => device.control(id).enabled);
    expect(enabled()).toEqual([false, true, false]);
    device.tap("Start");
    expect(enabled()).toEqual([true, true, true]);
    pass(1230);
    device.tap("Pause");
    expect([enabled(), shown()]).toEqual([[true, true, false], "00:01.23"]);
    device.tap("Reset");
    expect([enabled(), shown()]).toEqual([[false, true, false], "00:00.00"]);
  });

  test("adds up what it ran, and shows hours", () => {
    open("Stopwatch");
    device.tap("Start");
    pass(hourMs);
    device.tap("Pause");
    pass(dayMs);
    device.tap("Start");
    pass(62_030);
    expect(shown()).toBe("1:01:02.03");
  });

  test("counts each lap, also two at the same moment, the latest first with its own time", () => {
    open("Stopwatch");
    device.tap("Start");
    pass(1000);
    device.tap("Lap", "Lap");
    pass(2500);
    device.tap("Lap");
    expect(laps()).toEqual(["# 3", "# 2", "# 1"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["00:02.50", "00:03.50", "00:00.00", "00:01.00"]));
    device.tap("Reset");
    expect(laps()).toEqual([]);
  });

  test("of a thousand laps makes those around what shows, and takes no more", async () => {
    const laps = Array.from({ length: 998 }, (_, index) => index * 10);
    await using many = await startWith({ stopwatch: { startedMs: start - hourMs, elapsedMs: 0, laps } });
    many.tap("Stopwatch", "Lap", "Lap");
    const shown = (): string[] => many.texts().filter((text) => /^# \d+$/.test(text));
    expect(shown()[0]).toBe("# 999");
    expect(many.controls().filter((node) => /^# \d+$/.test(node.text)).length).toBeLessThan(40);
    for (let page = 0; page < 100 && !shown().includes("# 1"); page++) many.press(pageDown);
    expect(shown()).toContain("# 1");
  });

  test("runs on while the app is away, and when the screen is turned", () => {
    open("Stopwatch");
    device.tap("Start");
    device.kill(clock);
    pass(5000);
    open("Stopwatch");
    expect(shown()).toBe("00:05.00");
    device.tap("Lap");
    device.turn(true);
    pass(1000);
    expect([shown(), laps()]).toEqual(["00:06.00", ["# 1"]]);
  });
});

describe("the world clock", () => {
  test("shows the time in each city, in summer and winter, and over the weeks when only one has summer", () => {
    const gap = (atMs: number): number => {
      device.nowMs = nowMs = atMs;
      vi.advanceTimersByTime(minuteMs + 10);
      const minutes = (zone: string): number => {
        const [hours = 0, rest = 0] = (cityTexts(zone).find((text) => /^\d\d:\d\d$/.test(text)) ?? "")
          .split(":")
          .map(Number);
        return hours * 60 + rest;
      };
      return (minutes("Europe/London") - minutes("America/New_York") + 1440) % 1440;
    };
    open("World");
    expect(
      [Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 6, 15, 12), Date.UTC(2026, 2, 20, 12), Date.UTC(2026, 9, 28, 12)].map(
        gap,
      ),
    ).toEqual([300, 300, 240, 240]);
  });

  test("finds cities in both languages, without accents, and offers none twice", () => {
    open("World");
    device.tap("Add city");
    const found = (query: string): string[] => {
      device.fill("query", query);
      return controls("choose_").map((node) => node.contentDesc);
    };
    expect(found("REYKJAVIK")).toEqual(["Reykjavík"]);
    expect(found("são")).toEqual(["São Paulo"]);
    expect(found("东京")).toEqual(["Tokyo"]);
    expect(found("london")).toEqual([]);
    expect(device.has("No city named “london”")).toBe(true);
    expect(found("(")).toEqual([]);
    device.press(back);
    device.press(back);
    expect(device.has("Add city")).toBe(true);
  });

  test("keeps the cities in the order in which they were chosen, also when the app was ended", () => {
    open("World");
    device.tap("Remove London", "Remove Shanghai", "Add city");
    device.fill("query", "kathmandu");
    device.tap("Kathmandu");
    device.kill(clock);
    open("World");
    const cities = () => controls("city_").map((node) => node.contentDesc);
    expect(cities()).toEqual(["New York", "Kathmandu"]);
    device.tap("Remove New York", "Remove Kathmandu");
    expect(cities()).toEqual([]);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    device.tap("添加城市");
    device.fill("query", "上");
    device.tap("上海");
    expect(cities()).toEqual(["上海"]);
  });

  test("tells quarters of hours, and goes with the minute", () => {
    open("World");
    device.tap("Add city");
    device.fill("query", "kathmandu");
    device.tap("Kathmandu");
    const times = (): (string | undefined)[] =>
      ["Asia/Shanghai", "Asia/Kathmandu"].map((zone) => cityTexts(zone).find((text) => /^\d\d:\d\d$/.test(text)));
    const [shanghai = "", kathmandu = ""] = times();
    const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    expect((minutes(shanghai) - minutes(kathmandu) + 1440) % 1440).toBe(135);
    pass(minuteMs);
    expect(minutes(times()[0] ?? "")).toBe((minutes(shanghai) + 1) % 1440);
  });
});

test("each page stays on the screen and in its colours, on the smallest phone and in both themes", () => {
  for (const [size, theme] of [
    ["320,480", "1"],
    ["320,480", "2"],
    ["640,360", "1"],
  ] as const) {
    device.ui.settings.put("global", "display_size_forced", size);
    device.ui.settings.put("secure", "ui_night_mode", theme);
    for (const tab of ["Alarms", "World", "Timer", "Stopwatch"]) {
      open(tab);
      const { widthPx, heightPx } = device.ui.display;
      for (const node of controls("").filter((each) => each.clickable)) {
        expect([tab, node.resourceId, node.bounds.right <= widthPx, node.bounds.bottom <= heightPx]).toEqual([
          tab,
          node.resourceId,
          true,
          true,
        ]);
      }
    }
  }
  expect(device.logged).toEqual([]);
});
