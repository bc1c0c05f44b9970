import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { middleOf } from "../testing/screen-driver.ts";
import { TestPhone, testApp } from "../testing/test-phone.tsx";

let phone: TestPhone;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  phone = await TestPhone.start({ apps: [testApp("org.example.mail", "Mail"), testApp("org.example.map", "Map")] });
});

afterEach(() => phone.reset());

afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

const front = (): string => phone.ui.activities.foreground().label;
const isLocked = (): boolean => phone.hasControl("keyguard_root_view");
const post = (): string =>
  phone.ui.notifications.post({ packageName: "org.example.mail", title: "Ada", text: "Hello" });

describe("the screen while off", () => {
  beforeEach(() => {
    phone.ui.activities.start("org.example.mail");
    phone.press(KEY_CODES.power);
  });

  test("is black, and reports no nodes", () => {
    expect(new Set([phone.pixel(180, 320), phone.pixel(10, 10), phone.pixel(180, 630)])).toEqual(new Set(["000000"]));
    expect([phone.texts(), phone.controls()]).toEqual([[], []]);
  });

  test("ignores touches, keys and text", () => {
    phone.tapAt(180, 320);
    phone.drag(180, 600, 180, 100);
    phone.type("abc");
    for (const keyCode of [KEY_CODES.home, KEY_CODES.back, KEY_CODES.enter, KEY_CODES.menu, KEY_CODES.appSwitch])
      phone.press(keyCode);
    expect(phone.ui.power).toMatchObject({ awake: false, locked: true });
    phone.ui.power.unlock();
    expect(front()).toBe("Mail");
  });

  test.each([
    ["POWER", () => phone.press(KEY_CODES.power)],
    ["WAKEUP", () => phone.press(KEY_CODES.wakeUp)],
    ["a wake call", () => phone.ui.power.wake()],
  ])("wakes with %s, and is locked", (_name, wake) => {
    wake();
    expect([phone.ui.power.awake, isLocked(), phone.has("this is Mail")]).toEqual([true, true, false]);
  });

  test("stays off with SLEEP", () => {
    phone.press(KEY_CODES.sleep);
    expect(phone.ui.power.awake).toBe(false);
  });

  test("changes its volume without showing the panel", () => {
    const before = phone.settings.number("system", "volume_music", -1);
    phone.press(KEY_CODES.volumeUp);
    expect(phone.settings.number("system", "volume_music", -1)).toBe(before + 1);
    phone.ui.power.unlock();
    expect(phone.hasControl("volume_dialog")).toBe(false);
  });

  test("wakes for a ringing notification", () => {
    phone.ui.notifications.post({
      packageName: "org.example.map",
      title: "Ring",
      text: "",
      urgent: true,
      ongoing: true,
    });
    expect(phone.ui.power.awake).toBe(true);
  });
});

describe("the lock screen", () => {
  beforeEach(() => {
    phone.ui.activities.start("org.example.mail");
    phone.ui.power.sleep();
    phone.ui.power.wake();
  });

  test("shows the time, the date and how to unlock", () => {
    expect(phone.control("lockscreen_clock_view").text).toBe("09:41");
    expect(phone.control("date").text).toBe("Saturday 21 November");
    expect(phone.has("Swipe up to unlock")).toBe(true);
  });

  test.each([
    ["a swipe up", () => phone.drag(180, 500, 180, 200)],
    ["a swipe up from the lower edge", () => phone.drag(180, 636, 180, 300)],
    ["MENU", () => phone.press(KEY_CODES.menu)],
    ["an unlock call", () => phone.ui.power.unlock()],
  ])("opens with %s, and the app keeps its state", (_name, open) => {
    open();
    expect([isLocked(), phone.ui.power.locked, front()]).toEqual([false, false, "Mail"]);
    expect(phone.has("this is Mail")).toBe(true);
  });

  test.each([
    ["a tap", () => phone.tapAt(180, 400)],
    ["a short swipe up", () => phone.drag(180, 500, 180, 420)],
    ["a swipe down", () => phone.drag(180, 200, 180, 500)],
    ["a swipe sideways", () => phone.drag(2, 400, 300, 400)],
    ["HOME", () => phone.press(KEY_CODES.home)],
    ["BACK", () => phone.press(KEY_CODES.back)],
    ["the search key", () => phone.press(KEY_CODES.search)],
    ["the recents key", () => phone.press(KEY_CODES.appSwitch)],
    ["a swipe up from the lower edge with a rest", () => rest()],
  ])("stays with %s, and nothing changes behind it", (_name, does) => {
    does();
    expect(isLocked()).toBe(true);
    phone.ui.power.unlock();
    expect([front(), phone.has("this is Mail")]).toEqual(["Mail", true]);
  });

  /** Swipes up from the lower edge, rests there and returns. */
  function rest(): void {
    const touch = (action: "down" | "move" | "up", yPx: number): void =>
      phone.ui.input.touch({ action, pointerId: 0, xPx: 180, yPx });
    touch("down", 636);
    for (let y = 620; y > 450; y -= 10) touch("move", y);
    vi.advanceTimersByTime(1000);
    for (let y = 450; y < 630; y += 10) touch("move", y);
    touch("up", 634);
  }

  test("has no navigation buttons", () => {
    phone.settings.put("secure", "navigation_mode", "0");
    expect(["home", "back", "recent_apps"].filter((id) => phone.hasControl(id))).toEqual([]);
    phone.tapAt(180, 620);
    phone.tapAt(300, 620);
    phone.ui.power.unlock();
    expect([front(), phone.has("this is Mail"), phone.hasControl("recent_apps")]).toEqual(["Mail", true, true]);
  });

  test("shows notifications, and opens a tapped one", () => {
    post();
    phone.tap("Mail: Ada");
    expect([isLocked(), front(), phone.ui.notifications.list()]).toEqual([false, "Mail", []]);
  });

  test("dismisses a swiped notification without unlocking", () => {
    post();
    const [, y] = middleOf(phone.find("Mail: Ada"));
    phone.drag(60, y, 340, y);
    expect([isLocked(), phone.ui.notifications.list()]).toEqual([true, []]);
  });

  test.each([
    [360, 640],
    [640, 360],
    [320, 320],
    [1280, 800],
  ])("at %dx%d fits many notifications above its hint", (widthPx, heightPx) => {
    phone.settings.put("global", "display_size_forced", `${widthPx},${heightPx}`);
    for (let count = 0; count < 12; count++) post();
    const { bottom } = phone.control("keyguard_indication_text").bounds;
    expect(bottom).toBeLessThanOrEqual(heightPx);
    for (const node of phone.controls().filter(({ id }) => id.endsWith(":id/notification"))) {
      expect([
        node.bounds.right <= widthPx,
        node.bounds.bottom <= phone.control("keyguard_indication_text").bounds.top,
      ]).toEqual([true, true]);
    }
    phone.drag(widthPx / 2, bottom - 4, widthPx / 2, 20);
    expect(isLocked()).toBe(false);
  });

  test("is skipped if it is disabled", () => {
    phone.ui.power.unlock();
    phone.settings.put("secure", "lockscreen.disabled", "1");
    phone.ui.power.sleep();
    phone.ui.power.wake();
    expect([isLocked(), front()]).toEqual([false, "Mail"]);
  });

  test("sends no keys to the app behind it", () => {
    const before = phone.ui.activities.running();
    phone.press(KEY_CODES.tab);
    phone.press(KEY_CODES.enter);
    phone.press(KEY_CODES.pageDown);
    expect([isLocked(), phone.ui.activities.running()]).toEqual([true, before]);
  });
});

describe("the screen timeout", () => {
  beforeEach(() => phone.settings.put("system", "screen_off_timeout", "10000"));
  const awakeAfter = (ms: number): boolean => (vi.advanceTimersByTime(ms), phone.ui.power.awake);

  test("restarts with every touch, key and text", () => {
    for (const use of [() => phone.tapAt(180, 230), () => phone.press(KEY_CODES.dpadUp), () => phone.type("a")]) {
      expect(awakeAfter(9000)).toBe(true);
      use();
    }
    expect(awakeAfter(9900)).toBe(true);
    expect(awakeAfter(200)).toBe(false);
  });

  test("starts when it is set, and is disabled by 0", () => {
    awakeAfter(9000);
    phone.settings.put("system", "screen_off_timeout", "60000");
    expect(awakeAfter(59_000)).toBe(true);
    phone.settings.put("system", "screen_off_timeout", "0");
    expect(awakeAfter(3_600_000)).toBe(true);
  });

  test.each(["-1", "abc", "", "Infinity"])("of %j keeps the screen on", (value) => {
    phone.settings.put("system", "screen_off_timeout", value);
    expect(awakeAfter(3_600_000)).toBe(true);
  });

  test("beyond the timer limit does not expire at once", () => {
    phone.settings.put("system", "screen_off_timeout", "99999999999");
    expect(awakeAfter(60_000)).toBe(true);
  });

  test("is disabled by the setting to stay on", () => {
    phone.settings.put("global", "stay_on_while_plugged_in", "3");
    expect(awakeAfter(60_000)).toBe(true);
    phone.settings.put("global", "stay_on_while_plugged_in", "0");
    expect(awakeAfter(10_100)).toBe(false);
  });

  test("expires when the device is unplugged, or at another power source", () => {
    phone.settings.put("global", "stay_on_while_plugged_in", "2"); // USB; the device is at a charger
    expect(awakeAfter(10_100)).toBe(false);
    phone.settings.put("global", "stay_on_while_plugged_in", "7");
    phone.ui.power.wake();
    expect(awakeAfter(60_000)).toBe(true);
    phone.settings.put("global", "battery_ac", "0");
    expect(awakeAfter(10_100)).toBe(false);
  });
});

test("a phone stays usable while a mirror turns its panel off", () => {
  phone.ui.power.setDisplay(false);
  phone.tap("Mail");
  expect([phone.ui.power.displayOn, phone.ui.power.awake, front()]).toEqual([false, true, "Mail"]);
  phone.ui.power.setDisplay(true);
});
