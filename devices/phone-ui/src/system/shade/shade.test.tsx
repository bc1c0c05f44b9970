import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import { HostClock } from "@terrarium/phone-system/host-clock";
import type { HierarchyNode, NotificationContent } from "@terrarium/phone-system/system-ui";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { View } from "../../render/elements.ts";
import { middleOf } from "../../testing/screen-driver.ts";
import { TestPhone, testApp } from "../../testing/test-phone.tsx";
import { TopBar } from "../../widgets/TopBar.tsx";

/** Waits long enough for a busy machine. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 90_000, interval: 5 });

let phone: TestPhone;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  // The phone's clock advances with the fake timers.
  const clock = new HostClock(() => Date.now());
  const apps = [
    testApp("org.example.mail", "Mail"),
    testApp("org.example.settings", "Settings", { intents: [{ action: "android.settings.SETTINGS" }] }),
  ];
  phone = await TestPhone.start({ apps, clock });
});

/** Each test starts just after a new minute, which the screen has already shown. */
beforeEach(() => void vi.advanceTimersByTime(60_000 - (Date.now() % 60_000) + 10));

afterEach(() => phone.reset());

afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

const front = (): string => phone.ui.activities.foreground().label;
const isOpen = (): boolean => phone.hasControl("notification_panel");

function post(more: Partial<NotificationContent> = {}): string {
  return phone.ui.notifications.post({ packageName: "org.example.mail", title: "Ada", text: "Hello", ...more });
}

describe("the shade", () => {
  test("opens and closes with swipes at the top edge", () => {
    phone.drag(180, 4, 180, 300);
    expect([isOpen(), phone.hasControl("brightness_slider")]).toEqual([true, false]);
    const { bottom } = phone.control("notification_panel").bounds;
    phone.drag(180, bottom - 8, 180, 40);
    expect(isOpen()).toBe(false);
  });

  test("shows all settings when pulled further, and closes as usual", () => {
    const before = phone.pixel(180, 20);
    phone.ui.panels.expandNotifications();
    phone.drag(180, 60, 180, 200);
    expect([phone.hasControl("brightness_slider"), phone.hasControl("power_button")]).toEqual([true, true]);
    expect(phone.pixel(180, 20)).not.toBe(before);
    phone.press(KEY_CODES.back);
    expect([isOpen(), phone.pixel(180, 20)]).toEqual([false, before]);
  });

  test("stays closed after a short swipe", () => {
    phone.drag(180, 4, 180, 30);
    expect(isOpen()).toBe(false);
  });

  test.each([
    ["BACK", () => phone.press(KEY_CODES.back)],
    ["HOME", () => phone.press(KEY_CODES.home)],
    ["a touch below it", () => phone.tapAt(180, 630)],
    ["a collapse call", () => phone.ui.panels.collapse()],
    ["its key again", () => phone.press(KEY_CODES.notification)],
  ])("closes with %s", (_name, close) => {
    phone.press(KEY_CODES.notification);
    expect(isOpen()).toBe(true);
    close();
    expect(isOpen()).toBe(false);
  });

  test.each(["closed", "notifications", "settings"])("hides the app beneath and handles BACK (%s)", (shade) => {
    phone.ui.activities.start("org.example.mail");
    if (shade === "notifications") phone.ui.panels.expandNotifications();
    if (shade === "settings") phone.ui.panels.expandSettings();
    expect(phone.has("this is Mail")).toBe(shade === "closed");
    phone.press(KEY_CODES.back);
    expect(front()).toBe(shade === "closed" ? "Home" : "Mail");
  });

  test("stays closed while the screen is off or locked", () => {
    phone.ui.power.sleep();
    phone.ui.panels.expandNotifications();
    phone.ui.power.wake();
    expect(isOpen()).toBe(false);
    phone.drag(180, 4, 180, 300);
    phone.press(KEY_CODES.notification);
    expect(isOpen()).toBe(false);
  });

  test.each([
    [360, 640],
    [640, 360],
    [320, 320],
    [1280, 800],
  ])("at %dx%d fits on the screen or scrolls", (widthPx, heightPx) => {
    phone.settings.put("global", "display_size_forced", `${widthPx},${heightPx}`);
    phone.settings.put("system", "font_scale", "1.3");
    for (let count = 0; count < 6; count++) post({ title: `Ada ${count}`, text: "Hello. ".repeat(30) });
    phone.ui.panels.expandSettings();
    const { bottom } = phone.control("notification_panel").bounds;
    expect(bottom).toBeLessThanOrEqual(heightPx);
    for (let swipe = 0; swipe < 12 && !phone.hasControl("dismiss_text"); swipe++)
      phone.drag(widthPx * 0.75, bottom - 50, widthPx * 0.75, 90);
    phone.tapControl("dismiss_text");
    expect(phone.ui.notifications.list()).toEqual([]);
  });
});

type Setting = readonly [SettingNamespace, string];

const tiles: readonly (readonly [id: string, setting: Setting, first: string, second: string])[] = [
  ["internet", ["global", "wifi_on"], "1", "0"],
  ["bluetooth", ["global", "bluetooth_on"], "1", "0"],
  ["dark_theme", ["secure", "ui_night_mode"], "2", "1"],
  ["airplane", ["global", "airplane_mode_on"], "0", "1"],
  ["rotate", ["system", "user_rotation"], "0", "1"],
  ["dnd", ["global", "zen_mode"], "0", "1"],
  ["auto_rotate", ["system", "accelerometer_rotation"], "0", "1"],
];

describe("quick settings", () => {
  /** Drags the pages by a share of their width. */
  const turn = (part: number): void => {
    const { bounds } = phone.control("tile_pages");
    const [x, y] = middleOf({ bounds });
    const distance = ((bounds.right - bounds.left) * part) / 2;
    phone.drag(x - distance, y, x + distance, y);
  };
  /** Returns the tile, after turning to its page. */
  const tile = (id: string) => {
    if (!phone.hasControl(`tile_${id}`)) turn(-0.8);
    return phone.control(`tile_${id}`);
  };

  beforeEach(() => phone.ui.panels.expandSettings());

  test.each(tiles)("the tile %s changes %s from %s to %s and back", (id, [namespace, key], ...values) => {
    const value = (): string | undefined => phone.settings.get(namespace, key);
    const before = phone.control(`tile_${id}`);
    expect([value(), before.checkable]).toEqual([values[0], true]);
    phone.tapControl(`tile_${id}`);
    expect([value(), tile(id).checked]).toEqual([values[1], !before.checked]);
    phone.tapControl(`tile_${id}`);
    expect([value(), phone.control(`tile_${id}`).checked]).toEqual([values[0], before.checked]);
    expect(isOpen()).toBe(true);
  });

  test.each([
    ["location", ["secure", "location_mode"], "3"],
    ["battery_saver", ["global", "low_power"], "1"],
    ["show_touches", ["system", "show_touches"], "1"],
  ] as const)("the tile %s of the second page turns %s on", (id, [namespace, key], on) => {
    expect(phone.hasControl(`tile_${id}`)).toBe(false);
    turn(-0.8);
    phone.tapControl(`tile_${id}`);
    expect([phone.settings.get(namespace, key), phone.control(`tile_${id}`).checked]).toEqual([on, true]);
  });

  test("swipes turn whole pages, which the dots describe", () => {
    const page = (): string => phone.control("page_indicator").description;
    expect([page(), phone.control("tile_pages").scrollable]).toEqual(["Page 1 of 2", true]);
    turn(-0.8);
    expect([page(), phone.hasControl("tile_internet")]).toEqual(["Page 2 of 2", false]);
    const width = ({ bounds }: HierarchyNode): number => bounds.right - bounds.left;
    expect(width(phone.control("tile_show_touches"))).toBe(width(phone.control("tile_location")));
    turn(-0.8);
    expect(page()).toBe("Page 2 of 2");
    turn(0.8);
    expect([page(), phone.hasControl("tile_internet")]).toEqual(["Page 1 of 2", true]);
    const { left } = phone.control("tile_internet").bounds;
    turn(-0.2);
    expect([page(), phone.control("tile_internet").bounds.left]).toEqual(["Page 1 of 2", left]);
  });

  test("a wheel turns one page", () => {
    const [xPx, yPx] = middleOf(phone.control("tile_pages"));
    phone.ui.input.scroll({ xPx, yPx, horizontal: 1, vertical: 0 });
    expect(phone.control("page_indicator").description).toBe("Page 2 of 2");
  });

  test.each([
    ["360,800", 80, 2],
    ["640,360", 60, 3],
    ["1280,800", 80, 2],
  ])("at %s have tiles of %d dp on %d pages", (size, height, pages) => {
    phone.settings.put("global", "display_size_forced", size);
    phone.ui.panels.expandSettings();
    const { top, bottom } = phone.control("tile_internet").bounds;
    expect([bottom - top, phone.control("page_indicator").description]).toEqual([height, `Page 1 of ${pages}`]);
  });

  test("a turned screen starts at the first page", () => {
    turn(-0.8);
    phone.settings.put("system", "user_rotation", "1");
    expect([phone.hasControl("tile_internet"), phone.hasControl("tile_show_touches")]).toEqual([true, false]);
  });

  test("a tile follows changes of its setting", () => {
    const checked = (): boolean => phone.control("tile_dnd").checked;
    phone.settings.put("global", "zen_mode", "1");
    expect(checked()).toBe(true);
    phone.settings.delete("global", "zen_mode");
    expect(checked()).toBe(false);
  });

  test("airplane mode turns Wi-Fi and Bluetooth off, and restores both", () => {
    const lit = (): boolean[] => ["internet", "bluetooth"].map((id) => phone.control(`tile_${id}`).checked);
    phone.tapControl("tile_airplane");
    expect(lit()).toEqual([false, false]);
    expect(phone.hasControl("wifi_signal")).toBe(false);
    phone.tapControl("tile_airplane");
    expect(lit()).toEqual([true, true]);
  });

  test("Bluetooth stays off after airplane mode if it was off", () => {
    phone.tapControl("tile_bluetooth");
    phone.tapControl("tile_airplane");
    phone.tapControl("tile_airplane");
    expect(phone.control("tile_bluetooth").checked).toBe(false);
  });

  test("radios cannot be turned on in airplane mode", () => {
    phone.tapControl("tile_airplane");
    for (const id of ["internet", "bluetooth"]) {
      phone.tapControl(`tile_${id}`);
      expect(phone.control(`tile_${id}`)).toMatchObject({
        checked: false,
        description: expect.stringMatching(/, Airplane mode$/),
      });
    }
    expect([phone.settings.get("global", "wifi_on"), phone.settings.get("global", "bluetooth_on")]).toEqual(["0", "0"]);
  });

  test("the screenshot tile closes the shade and saves a screenshot", async () => {
    phone.tapControl("tile_screenshot");
    expect(isOpen()).toBe(false);
    await until(() => expect(phone.ui.notifications.list()).toHaveLength(1));
    const [{ name } = { name: "" }] = await phone.files.list("/sdcard/Pictures/Screenshots");
    const [day = "", time = ""] = new Date().toLocaleString("sv").replaceAll(/[-:]/g, "").split(" ");
    expect(name).toMatch(new RegExp(`^Screenshot_${day}-${time.slice(0, 4)}\\d\\d\\.png$`));
  });

  test("the brightness follows the finger, above zero, in percent", () => {
    const at = (part: number): [number, number] => {
      const { left, right, top, bottom } = phone.control("brightness_slider").bounds;
      return [left + (right - left) * part, (top + bottom) / 2];
    };
    const brightness = (): number => phone.settings.number("system", "screen_brightness", -1);
    phone.tapAt(...at(0.5));
    expect(brightness()).toBeGreaterThan(120);
    expect(brightness()).toBeLessThan(135);
    phone.drag(...at(0.5), 1, at(0)[1]);
    expect(brightness()).toBe(5);
    expect(phone.control("brightness_slider").description).toBe("Display brightness, 2%");
    phone.drag(...at(0.1), 359, at(0)[1]);
    expect(brightness()).toBe(255);
  });

  test.each(["abc", "", "-7", "100000", "NaN"])("shows a valid percentage for the brightness %j", (value) => {
    phone.settings.put("system", "screen_brightness", value);
    const { description } = phone.control("brightness_slider");
    const percent = Number(/, (-?\d+)%$/.exec(description)?.[1]);
    expect(percent >= 0 && percent <= 100).toBe(true);
  });

  test("open the settings, and turn the screen off", () => {
    phone.tapControl("settings_button");
    expect([front(), isOpen()]).toEqual(["Settings", false]);
    phone.ui.panels.expandSettings();
    phone.tapControl("power_button");
    expect(phone.ui.power.awake).toBe(false);
  });

  test("show the device's name", () => {
    phone.settings.put("global", "device_name", "Moss 🌱 ".repeat(20));
    expect(phone.control("device_name").bounds.right).toBeLessThanOrEqual(phone.control("settings_button").bounds.left);
  });
});

describe("notifications", () => {
  const titles = (): string[] =>
    phone
      .controls()
      .filter(({ id }) => id.endsWith(":id/title"))
      .map(({ text }) => text);

  test("are listed from the latest, with source and age", () => {
    post({ title: "first" });
    vi.advanceTimersByTime(5 * 60_000);
    post({ title: "second" });
    vi.advanceTimersByTime(2 * 60_000);
    phone.ui.panels.expandNotifications();
    expect(titles()).toEqual(["second", "first"]);
    expect(phone.has("Mail · 2 min")).toBe(true);
    expect(phone.has("Mail · 7 min")).toBe(true);
  });

  test.each([
    [0, "now"],
    [59 * 60_000, "59 min"],
    [90 * 60_000, "1 h"],
    [49 * 3_600_000, "49 h"],
  ])("from %d ms ago show %s", (elapsedMs, ago) => {
    post();
    // The screen does not see most of the time pass, since it redraws for each minute that it sees.
    vi.setSystemTime(Date.now() + Math.max(0, elapsedMs - 60_000));
    vi.advanceTimersByTime(Math.min(elapsedMs, 60_000));
    phone.ui.panels.expandNotifications();
    expect(phone.has(`Mail · ${ago}`)).toBe(true);
  });

  test("have an empty state", () => {
    phone.ui.panels.expandNotifications();
    expect([phone.has("No notifications"), phone.hasControl("dismiss_text")]).toEqual([true, false]);
  });

  test("use the device's language for the system's texts", () => {
    phone.settings.put("system", "system_locales", "de-DE");
    post();
    phone.ui.panels.expandNotifications();
    expect([phone.has("Mail · jetzt"), phone.has("Alle löschen")]).toEqual([true, true]);
  });

  test.each([
    ["com.android.shell", "Shell"],
    ["org.example.none", "Android System"],
  ])("of %s have the source %s", (packageName, name) => {
    post({ packageName });
    phone.ui.panels.expandNotifications();
    expect(phone.has(`${name} · now`)).toBe(true);
  });

  test("open their app and disappear on a tap", () => {
    post();
    phone.ui.panels.expandNotifications();
    phone.tap("Mail: Ada");
    expect([front(), isOpen(), phone.ui.notifications.list()]).toEqual(["Mail", false, []]);
  });

  test("call their handler once on a tap", () => {
    const onOpen = vi.fn<() => void>();
    post({ onOpen });
    phone.ui.panels.expandNotifications();
    phone.tap("Mail: Ada");
    expect([onOpen.mock.calls.length, front()]).toEqual([1, "Home"]);
  });

  test("are dismissed to either side, and return after a short swipe", () => {
    for (const [from, to, gone] of [
      [100, 320, true],
      [300, 40, true],
      [180, 220, false],
    ] as const) {
      post();
      phone.ui.panels.expandNotifications();
      const [, y] = middleOf(phone.find("Mail: Ada"));
      phone.drag(from, y, to, y);
      expect(phone.ui.notifications.list()).toHaveLength(gone ? 0 : 1);
      expect(isOpen()).toBe(true);
      phone.reset();
    }
  });

  test("if ongoing remain after swipes, clearing and taps", () => {
    post({ ongoing: true, title: "Ringing" });
    post({ title: "Other" });
    phone.ui.panels.expandNotifications();
    const [, y] = middleOf(phone.find("Mail: Ringing"));
    phone.drag(60, y, 340, y);
    phone.tapControl("dismiss_text");
    expect(titles()).toEqual(["Ringing"]);
    expect(phone.hasControl("dismiss_text")).toBe(false);
    phone.tap("Mail: Ringing");
    expect(phone.ui.notifications.list()).toHaveLength(1);
  });

  test("with the same id replace each other within one app", () => {
    post({ id: "one", title: "old" });
    post({ title: "between" });
    post({ id: "one", title: "new" });
    post({ id: "one", packageName: "com.android.shell", title: "shell's" });
    expect(phone.ui.notifications.list().map(({ title }) => title)).toEqual(["shell's", "new", "between"]);
  });

  test("are limited to 50; the oldest is removed", () => {
    for (let count = 0; count < 60; count++) post({ title: `${count}` });
    const list = phone.ui.notifications.list();
    expect([list.length, list[0]?.title, list.at(-1)?.title]).toEqual([50, "59", "10"]);
  });

  test("are kept if ongoing when the limit is reached", () => {
    post({ ongoing: true, title: "Ringing" });
    for (let count = 0; count < 60; count++) post({ title: `${count}` });
    expect(phone.ui.notifications.list().some(({ title }) => title === "Ringing")).toBe(true);
  });

  test("perform a button's action and disappear", () => {
    const onPress = vi.fn<() => void>();
    post({
      actions: [
        { label: "Reply", onPress },
        { label: "Never", onPress: () => undefined },
      ],
    });
    phone.ui.panels.expandNotifications();
    phone.tap("Reply");
    expect([onPress.mock.calls.length, phone.ui.notifications.list().length, front()]).toEqual([1, 0, "Home"]);
  });

  test.each(["Hello ".repeat(200), "שלום עולם", "", "a\nb\nc\nd\ne", "\u202egnp"])("fit the text %j", (text) => {
    post({ text, title: text });
    phone.ui.panels.expandNotifications();
    const { left, right } = phone.control("notification").bounds;
    expect([left >= 0, right <= 360]).toEqual([true, true]);
    expect(phone.logged).toEqual([]);
  });

  test("show their app's icon in the status bar", () => {
    phone.ui.activities.start("org.example.settings");
    const { right } = phone.control("clock").bounds;
    const colors = (): number => new Set(Array.from({ length: 40 }, (_, x) => phone.pixel(right + 4 + x, 16))).size;
    expect(colors()).toBe(1);
    post();
    expect(colors()).toBeGreaterThan(1);
  });
});

describe("an urgent notification", () => {
  const isDown = (): boolean => phone.hasControl("notification");

  test("appears over the app, and hides itself but stays listed", () => {
    post({ urgent: true });
    expect(isDown()).toBe(true);
    vi.advanceTimersByTime(4900);
    expect(isDown()).toBe(true);
    vi.advanceTimersByTime(200);
    expect([isDown(), phone.ui.notifications.list().length]).toEqual([false, 1]);
  });

  test("after another one is shown for its own time", () => {
    post({ urgent: true, title: "one" });
    vi.advanceTimersByTime(4000);
    post({ urgent: true, title: "two" });
    vi.advanceTimersByTime(4000);
    expect(phone.control("title").text).toBe("two");
    vi.advanceTimersByTime(1100);
    expect(isDown()).toBe(false);
  });

  test("shows updated text while it is visible", () => {
    post({ id: "call", urgent: true, text: "is calling" });
    post({ id: "call", text: "missed call" });
    expect([phone.has("missed call"), phone.has("is calling")]).toEqual([true, false]);
  });

  test("if ongoing stays visible, except over its own app", () => {
    const id = post({ urgent: true, ongoing: true });
    vi.advanceTimersByTime(60_000);
    expect(isDown()).toBe(true);
    phone.ui.activities.start("org.example.mail");
    expect([isDown(), phone.hasControl("ongoing_chip")]).toEqual([false, false]);
    phone.ui.notifications.cancel("org.example.mail", id);
    phone.press(KEY_CODES.home);
    expect([isDown(), phone.hasControl("ongoing_chip")]).toEqual([false, false]);
  });

  test.each([
    ["another app", () => phone.ui.activities.start("org.example.settings")],
    ["a touch below it", () => phone.tapAt(180, 500)],
    ["a swipe up", () => phone.drag(180, 90, 180, 36)],
  ])("if ongoing moves to the status bar for %s, and returns by a tap", (_name, leave) => {
    const id = post({ urgent: true, ongoing: true });
    leave();
    expect(isDown()).toBe(false);
    phone.tapControl("ongoing_chip");
    expect([isDown(), phone.hasControl("ongoing_chip")]).toEqual([true, false]);
    vi.advanceTimersByTime(60_000);
    expect(isDown()).toBe(true);
    phone.ui.notifications.cancel("org.example.mail", id);
    expect([isDown(), phone.hasControl("ongoing_chip")]).toEqual([false, false]);
  });

  test.each([
    ["another app opens", () => phone.ui.activities.start("org.example.settings")],
    ["HOME leaves the app", () => phone.press(KEY_CODES.home)],
    ["the running apps open", () => phone.press(KEY_CODES.appSwitch)],
    ["a finger touches below it", () => phone.tapAt(180, 500)],
    ["a swipe moves it up", () => phone.drag(180, 90, 180, 36)],
  ])("leaves when %s, and stays listed", (_name, leave) => {
    phone.show(<View style={{ grow: 1 }} />);
    post({ urgent: true });
    expect(isDown()).toBe(true);
    leave();
    expect([phone.hasControl("heads_up"), phone.ui.notifications.list().length]).toEqual([false, 1]);
  });

  test("posted after another app opened is shown for its own time", () => {
    post({ urgent: true, title: "one" });
    vi.advanceTimersByTime(4000);
    phone.ui.activities.start("org.example.settings");
    post({ urgent: true, title: "two" });
    vi.advanceTimersByTime(4900);
    expect(isDown()).toBe(true);
    vi.advanceTimersByTime(200);
    expect(isDown()).toBe(false);
  });

  test("passes the touch below it to the app", () => {
    const onPress = vi.fn<() => void>();
    phone.show(<View id="below" onPress={onPress} style={{ grow: 1 }} />);
    post({ urgent: true });
    phone.tapAt(180, 500);
    expect([onPress.mock.calls.length, isDown()]).toEqual([1, false]);
  });

  test("opens the shade when pulled down", () => {
    post({ urgent: true });
    phone.drag(180, 90, 180, 200);
    expect([isOpen(), phone.hasControl("heads_up")]).toEqual([true, false]);
  });

  test("keeps the app bar beneath it in the hierarchy", () => {
    phone.show(<TopBar title="Page" onBack={() => undefined} />);
    post({ urgent: true, text: "Hello. ".repeat(30) });
    expect([isDown(), phone.hasControl("back"), phone.has("Page")]).toEqual([true, true, true]);
  });

  test("is only listed in do-not-disturb mode", () => {
    phone.settings.put("global", "zen_mode", "1");
    post({ urgent: true });
    expect([isDown(), phone.ui.notifications.list().length]).toEqual([false, 1]);
  });

  test("opens with a tap and is dismissed with a swipe", () => {
    post({ urgent: true });
    phone.tap("Mail: Ada");
    expect([front(), isDown()]).toEqual(["Mail", false]);
    phone.press(KEY_CODES.home);
    post({ urgent: true });
    const [, y] = middleOf(phone.find("Mail: Ada"));
    phone.drag(60, y, 340, y);
    expect([isDown(), phone.ui.notifications.list().length]).toEqual([false, 0]);
  });
});
