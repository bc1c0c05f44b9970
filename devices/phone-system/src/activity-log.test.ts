import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ActivityLog } from "./activity-log.ts";
import { appUserId, userNameOf } from "./app-processes.ts";
import { createClock } from "./create-clock.ts";
import { LogBuffers, type LogBufferName } from "./log-buffer.ts";
import type { InstalledApp, SystemUi } from "./system-ui.ts";
import { createFakeSystemUi } from "./testing/fake-system-ui.ts";

const app = (name: string): InstalledApp => ({
  packageName: `org.example.${name}`,
  component: `org.example.${name}/.Main`,
  label: name,
});
const [home, notes, clock] = [app("home"), app("notes"), app("clock")] as const;

let folder: string;
let running: InstalledApp[];
let front: InstalledApp;
let drawn: number;
let changed: () => void;
const phoneClock = createClock();
let log: LogBuffers;
let activityLog: ActivityLog;
let ui: SystemUi;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "activity-log-"));
  [running, front, drawn, changed] = [[], home, 0, () => undefined];
  const fake = createFakeSystemUi(100, 200, folder);
  const activities: SystemUi["activities"] = {
    ...fake.activities,
    list: () => [home, notes, clock],
    running: () => running,
    foreground: () => front,
    onChange: (listener) => {
      changed = listener;
      return () => (changed = () => undefined);
    },
  };
  ui = { ...fake, activities, nodes: () => (drawn++, []) };
  log = new LogBuffers(phoneClock);
  activityLog = new ActivityLog(ui, log, phoneClock);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Brings the app to the front, as the screen does, and waits for its first frame. */
async function show(shown: InstalledApp): Promise<void> {
  front = shown;
  if (shown !== home) running = [shown, ...running.filter((each) => each !== shown)];
  changed();
  await new Promise((resolve) => setImmediate(resolve));
}

const messages = (buffer: LogBufferName): string[] =>
  log.read([buffer]).map(({ tag, message }) => `${tag}: ${message}`);

describe("the activity log", () => {
  test("reports an app's process, start and first frame", async () => {
    const before = log.newest;
    await show(notes);
    const told = log.read(["system"], before).map(({ tag, message }) => `${tag}: ${message}`);
    expect(told).toEqual([
      "ActivityManager: Start proc 1517:org.example.notes/u0a81 for next-top-activity {org.example.notes/.Main}",
      expect.stringMatching(/^ActivityTaskManager: START u0 .* cmp=org\.example\.notes\/\.Main\} /),
      expect.stringMatching(/^ActivityTaskManager: Displayed org\.example\.notes\/\.Main for user 0: \+\d+ms$/),
    ]);
    expect(messages("events").at(-1)).toMatch(/^wm_activity_launch_time: \[0,1517,org\.example\.notes\/\.Main,\d+\]$/);
    expect(drawn).toBe(1);
  });

  test("reports no new process for a resumed app", async () => {
    await show(notes);
    await show(clock);
    const before = log.newest;
    await show(notes);
    expect(log.read(["system"], before).some(({ message }) => message.startsWith("Start proc"))).toBe(false);
    expect(log.read(["system"], before).length).toBe(2);
  });

  test("reports an app's end, and a new process next time", async () => {
    await show(notes);
    const first = activityLog.processes.find(notes.packageName)?.pid;
    running = [];
    await show(home);
    expect(messages("system")).toContain(
      "ActivityManager: Killing 1517:org.example.notes/u0a81 (adj 0): stop org.example.notes",
    );
    expect(activityLog.processes.find(notes.packageName)).toBeUndefined();
    await show(notes);
    expect(activityLog.processes.find(notes.packageName)?.pid).toBeGreaterThan(first ?? Infinity);
  });

  test("reports no frame for an app that was immediately covered", async () => {
    const first = show(notes);
    await show(clock);
    await first;
    expect(messages("system").filter((message) => message.includes("Displayed"))).toHaveLength(1);
  });

  test("reports changed and deleted settings", () => {
    ui.settings.put("system", "screen_brightness", "7");
    ui.settings.put("global", "mine", "x\ny");
    ui.settings.delete("global", "mine");
    expect(messages("system").slice(-3)).toEqual([
      "SettingsProvider: put system/screen_brightness=7 by user 0",
      "SettingsProvider: put global/mine=x\ny by user 0",
      "SettingsProvider: put global/mine=null by user 0",
    ]);
  });

  test("reports a crash in the format that Android's tools expect", async () => {
    await show(notes);
    activityLog.crashed(notes.packageName, new Error("no moss"));
    const [crash] = log.read(["crash"]);
    expect(crash).toMatchObject({ tag: "AndroidRuntime", priority: "E", pid: 1517, uid: 10_081 });
    expect(crash?.message).toMatch(/^FATAL EXCEPTION: main\nProcess: org\.example\.notes, PID: 1517\nError: no moss\n/);
    expect(messages("events").at(-1)).toBe("am_crash: [1517,0,org.example.notes,0,no moss]");
  });

  test("reports crashes of ended apps, and thrown non-errors", () => {
    activityLog.crashed("org.example.gone", "just words");
    activityLog.failed(undefined);
    expect(messages("crash")).toEqual([
      "AndroidRuntime: FATAL EXCEPTION: main\nProcess: org.example.gone, PID: 0\njust words",
      "AndroidRuntime: *** EXCEPTION IN SYSTEM PROCESS: main\nundefined",
    ]);
  });

  test("reports nothing after it was stopped", async () => {
    const first = show(notes);
    activityLog.stop();
    await first;
    const before = log.newest;
    await show(clock);
    ui.settings.put("system", "screen_brightness", "9");
    expect(log.newest).toBe(before);
  });
});

test("names users as Android does, by app order", () => {
  expect([0, 1000, 2000, 10_085, 4711].map(userNameOf)).toEqual(["root", "system", "shell", "u0_a85", "4711"]);
  expect([home, notes, clock].map((each) => appUserId(ui.activities, each.packageName))).toEqual([
    10_080, 10_081, 10_082,
  ]);
  expect(appUserId(ui.activities, "org.example.none")).toBe(10_080);
});
