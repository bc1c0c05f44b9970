import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { View } from "../render/elements.ts";
import { colorsOf } from "../services/wallpapers/wallpapers.ts";
import { TestPhone } from "../testing/test-phone.tsx";

let phone: TestPhone;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  phone = await TestPhone.start();
});
afterEach(() => phone.reset());
afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

const background = (): string => `#${phone.pixel(180, 300)}`;

describe("the automatic theme", () => {
  beforeEach(() => phone.show(<View style={{ grow: 1 }} />));

  test.each([
    ["21:59", "light"],
    ["22:00", "dark"],
    ["05:59", "dark"],
    ["06:00", "light"],
  ] as const)("at %s is %s", (time, theme) => {
    phone.nowMs = new Date(`2026-11-21T${time}:00`).getTime();
    phone.settings.put("secure", "ui_night_mode", "0");
    expect(background()).toBe(colorsOf("moss", theme).surface);
  });

  test("changes in the evening by itself", () => {
    phone.nowMs = new Date("2026-11-21T21:59:00").getTime();
    phone.settings.put("secure", "ui_night_mode", "0");
    expect(background()).toBe(colorsOf("moss", "light").surface);
    phone.nowMs = new Date("2026-11-21T22:00:00").getTime();
    vi.advanceTimersByTime(61_000);
    expect(background()).toBe(colorsOf("moss", "dark").surface);
  });
});

test("colors are inverted, also in later changes", () => {
  phone.show(<View style={{ grow: 1, background: "#123456" }} />);
  phone.settings.put("secure", "accessibility_display_inversion_enabled", "1");
  expect(background()).toBe("#edcba9");
  phone.show(<View style={{ grow: 1, background: "#ffffff" }} />);
  expect(background()).toBe("#000000");
  phone.settings.put("secure", "accessibility_display_inversion_enabled", "0");
  expect(background()).toBe("#ffffff");
});

test.each([
  ["1500", 1000, 500],
  ["100", 0, 100],
  ["words", 400, 60],
  ["-1", 400, 60],
])("with the delay %j a long press takes its time", (delay, tooShortMs, restMs) => {
  const held = vi.fn<() => void>();
  phone.show(<View label="Hold me" onPress={() => undefined} onLongPress={held} style={{ grow: 1 }} />);
  phone.settings.put("secure", "long_press_timeout", delay);
  phone.ui.input.touch({ action: "down", pointerId: 0, xPx: 180, yPx: 300 });
  vi.advanceTimersByTime(tooShortMs);
  expect(held).not.toHaveBeenCalled();
  vi.advanceTimersByTime(restMs);
  expect(held).toHaveBeenCalledOnce();
  phone.ui.input.touch({ action: "up", pointerId: 0, xPx: 180, yPx: 300 });
});
