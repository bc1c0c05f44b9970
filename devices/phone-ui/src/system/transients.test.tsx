import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { batteryKey } from "@terrarium/phone-system/battery";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { View } from "../render/elements.ts";
import { TestPhone, testApp } from "../testing/test-phone.tsx";

/** Waits long enough for a busy machine. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 90_000, interval: 5 });

let phone: TestPhone;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  const intents = [{ action: "android.intent.action.VIEW", mimeType: "image/*" }];
  phone = await TestPhone.start({ apps: [testApp("org.example.pictures", "Pictures", { intents })] });
});

afterEach(() => {
  vi.advanceTimersByTime(10_000);
  phone.reset();
});

afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

const toast = (text: string): void => phone.services.run(() => phone.services.showToast(text));

describe("a toast", () => {
  test("is reported, and disappears by itself", () => {
    toast("Saved");
    expect(phone.control("message").text).toBe("Saved");
    vi.advanceTimersByTime(2400);
    expect(phone.has("Saved")).toBe(true);
    vi.advanceTimersByTime(200);
    expect(phone.has("Saved")).toBe(false);
  });

  test("replaces the previous one for its own time, even with equal text", () => {
    toast("Saved");
    vi.advanceTimersByTime(2000);
    toast("Saved");
    vi.advanceTimersByTime(2000);
    expect(phone.has("Saved")).toBe(true);
    toast("Sent");
    expect([phone.has("Saved"), phone.has("Sent")]).toEqual([false, true]);
  });

  test("passes touches and hides no nodes", () => {
    const onPress = vi.fn<() => void>();
    phone.show(<View id="below" label="below" onPress={onPress} style={{ grow: 1, background: "#202020" }} />);
    toast("Saved");
    const { left, right, top, bottom } = phone.control("message").bounds;
    phone.tapAt((left + right) / 2, (top + bottom) / 2);
    expect([onPress.mock.calls.length, phone.hasControl("below")]).toEqual([1, true]);
  });

  test.each(["", "word ".repeat(100), "שלום", "一二三四五".repeat(40)])(
    "with the text %j fits on the screen",
    (text) => {
      toast(text);
      phone.ui.nodes();
      for (const { bounds } of phone.controls().filter(({ id }) => id.endsWith(":id/message")))
        expect([bounds.left >= 24, bounds.right <= 336, bounds.bottom <= 640]).toEqual([true, true, true]);
      expect(phone.logged).toEqual([]);
    },
  );
});

describe("the volume", () => {
  const volume = (): number => phone.settings.number("system", "volume_music", -1);

  test("changes by its keys within its range, and shows the panel", () => {
    phone.press(KEY_CODES.volumeUp);
    expect([volume(), phone.hasControl("volume_dialog")]).toEqual([9, true]);
    for (let press = 0; press < 20; press++) phone.press(KEY_CODES.volumeUp);
    expect(volume()).toBe(15);
    for (let press = 0; press < 20; press++) phone.press(KEY_CODES.volumeDown);
    expect(volume()).toBe(0);
    phone.press(KEY_CODES.volumeUp);
    phone.press(KEY_CODES.volumeMute);
    expect(volume()).toBe(0);
  });

  test("hides its panel after the last change", () => {
    for (let press = 0; press < 3; press++) {
      phone.press(KEY_CODES.volumeUp);
      vi.advanceTimersByTime(2000);
    }
    expect(phone.hasControl("volume_dialog")).toBe(true);
    vi.advanceTimersByTime(600);
    expect(phone.hasControl("volume_dialog")).toBe(false);
  });

  test("follows a finger on its panel", () => {
    phone.press(KEY_CODES.volumeUp);
    const { left, right, top, bottom } = phone.control("volume_dialog").bounds;
    const x = (left + right) / 2;
    phone.drag(x, bottom - 60, x, top - 100);
    expect(volume()).toBe(15);
    phone.drag(x, top + 60, x, bottom + 100);
    expect(volume()).toBe(0);
  });

  test.each(["abc", "", "-4", "900"])("handles the stored value %j", (value) => {
    phone.settings.put("system", "volume_music", value);
    phone.press(KEY_CODES.volumeMute);
    phone.press(KEY_CODES.volumeUp);
    expect(volume()).toBe(1);
    phone.settings.put("system", "volume_music", value);
    phone.ui.nodes();
    const { top, bottom } = phone.control("volume_dialog").bounds;
    expect([bottom - top > 100, bottom - top < 400]).toEqual([true, true]);
  });
});

describe("the brightness", () => {
  const brightness = (): number => phone.settings.number("system", "screen_brightness", -1);

  test("changes by its keys, and stays above zero", () => {
    phone.press(KEY_CODES.brightnessDown);
    expect(brightness()).toBeLessThan(255);
    for (let press = 0; press < 20; press++) phone.press(KEY_CODES.brightnessDown);
    expect(brightness()).toBe(5);
    for (let press = 0; press < 20; press++) phone.press(KEY_CODES.brightnessUp);
    expect(brightness()).toBe(255);
  });
});

describe("the battery", () => {
  test.each([
    [undefined, "Battery 100 percent"],
    ["0", "Battery 0 percent"],
    ["37", "Battery 37 percent"],
    ["-3", "Battery 0 percent"],
    ["180", "Battery 100 percent"],
    ["half", "Battery 100 percent"],
  ])("of %s is reported as %s", (level, told) => {
    if (level !== undefined) phone.settings.put("global", batteryKey("level"), level);
    expect(phone.control("battery").description).toBe(told);
  });
});

describe("a screenshot", () => {
  const pictures = async (): Promise<string[]> =>
    (await phone.files.list("/sdcard/Pictures/Screenshots").catch(() => [])).map(({ name }) => name);

  test("by its key is named by time, uniquely within a second", async () => {
    phone.nowMs += 7;
    phone.press(KEY_CODES.sysrq);
    await until(async () => expect(await pictures()).toHaveLength(1));
    await until(() => expect(phone.ui.notifications.list()).toHaveLength(1));
    phone.press(KEY_CODES.sysrq);
    await until(async () => expect(await pictures()).toHaveLength(2));
    expect((await pictures()).toSorted()).toEqual([
      "Screenshot_20261121-094100-007.png",
      "Screenshot_20261121-094100.png",
    ]);
    const bytes = await phone.files.readAll("/sdcard/Pictures/Screenshots/Screenshot_20261121-094100.png", 1e7);
    expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    await until(() => expect(phone.ui.notifications.list()).toHaveLength(1));
    expect(phone.ui.notifications.list()[0]).toMatchObject({
      title: "Screenshot saved",
      packageName: "org.example.pictures",
    });
  });

  test("without free storage shows and logs an error", async () => {
    await phone.files.write("/sdcard/full", Buffer.alloc(7 * 1024 * 1024), "replace");
    await phone.files.write("/sdcard/fuller", Buffer.alloc(512 * 1024), "replace").catch(() => undefined);
    await phone.files.write("/sdcard/fullest", Buffer.alloc(400 * 1024), "replace").catch(() => undefined);
    await phone.files.write("/sdcard/end", Buffer.alloc(100 * 1024), "replace").catch(() => undefined);
    phone.press(KEY_CODES.sysrq);
    await until(() => expect(phone.has("Couldn’t save screenshot")).toBe(true));
    expect(phone.logged).toEqual([expect.stringContaining("the screenshot could not be saved")]);
    expect(phone.ui.notifications.list()).toEqual([]);
  });
});
