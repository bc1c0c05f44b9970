import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { DeviceDriver, smallScreen } from "../../testing/device-driver.ts";
import { provideDevice } from "../../testing/provide-device.ts";
import type { ClockState } from "../clock-store.ts";

export const CLOCK = "com.terrarium.clock";
export const CALCULATOR = "com.terrarium.calculator";
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Start time of each test: a Saturday, a minute before seven. */
export const startMs = new Date(2026, 10, 21, 6, 59).getTime();

/**
 * Provides a test file with one shared device, and helpers for its Clock. The tests control the time. Each test starts
 * at the same time.
 */
export function provideClock(started: (device: DeviceDriver) => void) {
  let device: DeviceDriver;
  let nowMs = startMs;
  beforeAll(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] }));
  afterAll(() => void vi.useRealTimers());
  provideDevice({ nowMs: startMs }, (own) => {
    device = own;
    started(own);
  });
  /** Advances the time to `timeMs`, and updates views that show the minute. */
  const goTo = (timeMs: number, passesMs: number): void => {
    device.nowMs = nowMs = timeMs;
    vi.advanceTimersByTime(passesMs + 10);
  };
  beforeEach(() => goTo(startMs, MINUTE_MS));

  const controls = (id: string): HierarchyNode[] =>
    device.controls().filter((node) => node.id.startsWith(`${CLOCK}:id/${id}`));
  return {
    /** Advances the time by `ms`. */
    pass: (ms: number): void => goTo(nowMs + ms, ms),
    /** Sets the clock to another time. */
    setClock: (timeMs: number): void => goTo(timeMs, MINUTE_MS),
    open(this: void, tab: string): void {
      device.ui.activities.start(CLOCK);
      device.tap(tab);
    },
    controls,
    alarms: (): string[] => controls("alarm_").map((node) => node.description),
    notified: (): string[] => device.ui.notifications.list().map(({ title, text }) => `${title}, ${text}`),
    intent: (action: string, extras: Record<string, string> = {}): void =>
      void device.ui.activities.startIntent({
        action: `android.intent.action.${action}`,
        extras: Object.fromEntries(
          Object.entries(extras).map(([name, value]) => [`android.intent.extra.alarm.${name}`, value]),
        ),
      }),
  };
}

/** Starts a device with this initial Clock state. */
export async function startClockWith(kept: Partial<ClockState>): Promise<DeviceDriver> {
  const dataDir = mkdtempSync(join(tmpdir(), "terrarium-clock-"));
  mkdirSync(join(dataDir, "apps", CLOCK), { recursive: true });
  const stopwatch = { startedMs: null, elapsedMs: 0, laps: [] };
  const state: ClockState = { alarms: [], stopwatch, timer: null, zones: [], ringing: null, ...kept };
  writeFileSync(join(dataDir, "apps", CLOCK, "clock.json"), JSON.stringify(state));
  const started = await DeviceDriver.start({ ...smallScreen, nowMs: startMs, dataDir });
  started.ui.activities.start(CLOCK);
  return started;
}
