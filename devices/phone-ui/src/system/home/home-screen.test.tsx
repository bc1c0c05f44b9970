import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { Intent } from "@terrarium/phone-system/system-ui";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useIntent } from "../../services/services.ts";
import { middleOf } from "../../testing/screen-driver.ts";
import { TestPhone, testApp } from "../../testing/test-phone.tsx";

const names = "Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Kapok Larch Maple".split(" ");
const apps = names.map((name) => testApp(`org.example.${name.toLowerCase()}`, name));

let asked: (Intent | undefined)[] = [];
const settingsApp = testApp("org.example.settings", "Settings", {
  intents: [{ action: "android.settings.APPLICATION_DETAILS_SETTINGS", scheme: "package" }],
  Screen: () => {
    asked.push(useIntent());
    return null;
  },
});

let phone: TestPhone;

beforeAll(() => vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] }));

beforeEach(() => (asked = []));

afterAll(() => vi.useRealTimers());

const start = async (): Promise<void> => void (phone = await TestPhone.start({ apps: [...apps, settingsApp] }));
const end = (): void => phone[Symbol.dispose]();

/** Starts one phone for all tests of a group that change neither icons nor time. */
function provideOnePhone(): void {
  beforeAll(start);
  afterEach(() => phone.reset());
  afterAll(end);
}

/** Starts a phone for each test of a group that moves icons or changes the time, since such changes persist. */
function providePhones(): void {
  beforeEach(start);
  afterEach(end);
}

const front = (): string => phone.ui.activities.foreground().label;
const page = (): string | undefined => phone.texts().find((text) => /^Page \d/.test(text));
const left = (): void => phone.drag(300, 400, 60, 400);
const right = (): void => phone.drag(60, 400, 300, 400);

/** Lifts the icon and drops it at this horizontal distance from the middle of the other icon. */
function move(name: string, onto: string, dx = 0): void {
  const [fromX, fromY] = middleOf(phone.find(name));
  const [toX, toY] = middleOf(phone.find(onto));
  phone.drag(fromX, fromY, toX + dx, toY, true);
}

/** Returns the icons on the home screen, by rows. */
function icons(): string[] {
  return phone
    .controls()
    .filter(({ id }) => /:id\/(icon|folder)$/.test(id))
    .map(({ description }) => description);
}

describe("icons", () => {
  provideOnePhone();

  test("open their apps", () => {
    for (const name of ["Alder", "Elm"]) {
      phone.tap(name);
      expect([front(), phone.has(`this is ${name}`)]).toEqual([name, true]);
      phone.press(KEY_CODES.home);
    }
  });

  test("are in the dock, on the first and the second page", () => {
    expect(icons().slice(0, 8)).toEqual(names.slice(4, 12));
    expect(icons().slice(8)).toEqual(names.slice(0, 4));
    left();
    expect(icons()).toEqual(["Maple", "Settings", "Stage", ...names.slice(0, 4)]);
  });

  test("open app info after a long press", () => {
    phone.hold("Elm");
    phone.tap("App info");
    expect(front()).toBe("Settings");
    expect(asked.at(-1)).toMatchObject({
      action: "android.settings.APPLICATION_DETAILS_SETTINGS",
      dataUri: "package:org.example.elm",
    });
  });

  test.each([
    ["BACK", () => phone.press(KEY_CODES.back)],
    ["HOME", () => phone.press(KEY_CODES.home)],
    ["a touch outside it", () => phone.tapAt(180, 250)],
  ])("have a menu that closes with %s", (_name, leave) => {
    phone.hold("Elm");
    expect(phone.has("App info")).toBe(true);
    leave();
    expect(phone.has("App info")).toBe(false);
    expect(icons()).toContain("Elm");
  });

  test.each(names.slice(0, 12))("show their menu on the screen after a long press: %s", (name) => {
    phone.hold(name);
    const { bounds } = phone.control("app_info");
    expect([bounds.left >= 0, bounds.top >= 32, bounds.right <= 360, bounds.bottom <= 616]).toEqual(
      Array.from({ length: 4 }, () => true),
    );
  });
});

describe("moved icons", () => {
  providePhones();

  test("change the order in both directions", () => {
    move("Hazel", "Elm", -40);
    expect(icons().slice(0, 5)).toEqual(["Hazel", "Elm", "Fir", "Ginkgo", "Ivy"]);
    move("Hazel", "Ginkgo", 40);
    expect(icons().slice(0, 5)).toEqual(["Elm", "Fir", "Ginkgo", "Hazel", "Ivy"]);
  });

  test("enter the dock while it has room, and leave it", () => {
    move("Elm", "Alder", 40);
    expect(icons().slice(-5)).toEqual(["Alder", "Elm", "Birch", "Cedar", "Dogwood"]);
    move("Fir", "Alder", 36);
    expect(icons().slice(-5)).toEqual(["Alder", "Elm", "Birch", "Cedar", "Dogwood"]);
    expect(icons()).toContain("Fir");
    move("Dogwood", "Fir", -40);
    expect(icons().slice(0, 2)).toEqual(["Dogwood", "Fir"]);
  });

  test("return to their place when the screen turns off", () => {
    const before = icons();
    const [xPx, yPx] = middleOf(phone.find("Elm"));
    phone.ui.input.touch({ action: "down", pointerId: 0, xPx, yPx, secondary: true });
    phone.ui.input.touch({ action: "move", pointerId: 0, xPx: 320, yPx: 400 });
    phone.press(KEY_CODES.power);
    phone.ui.input.touch({ action: "up", pointerId: 0, xPx: 320, yPx: 400 });
    phone.ui.power.unlock();
    expect(icons()).toEqual(before);
  });

  test("keep their places over a restart", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "home-"));
    {
      phone[Symbol.dispose]();
      phone = await TestPhone.start({ apps, dataDir });
      move("Hazel", "Elm", -40);
      phone[Symbol.dispose]();
      phone = await TestPhone.start({ apps: apps.slice(1), dataDir });
    }
    expect(icons().slice(0, 2)).toEqual(["Hazel", "Elm"]);
    expect(icons()).not.toContain("Alder");
    rmSync(dataDir, { recursive: true });
  });

  test("reset with a log entry if the file is damaged", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "home-"));
    phone[Symbol.dispose]();
    phone = await TestPhone.start({ apps, dataDir });
    move("Hazel", "Elm", -40);
    phone[Symbol.dispose]();
    const file = join(dataDir, "system", "home.json");
    writeFileSync(file, readFileSync(file, "utf8").slice(0, 40));
    phone = await TestPhone.start({ apps, dataDir });
    expect(icons().slice(0, 2)).toEqual(["Elm", "Fir"]);
    expect(phone.logged).toEqual([expect.stringContaining("home.json is damaged")]);
    rmSync(dataDir, { recursive: true });
  });
});

describe("a folder", () => {
  providePhones();

  beforeEach(() => {
    move("Fir", "Elm");
    move("Ginkgo", "Folder");
  });

  test("is made by dropping icons, and opens its apps", () => {
    expect(icons().slice(0, 2)).toEqual(["Folder", "Hazel"]);
    phone.tap("Folder");
    expect(["Elm", "Fir", "Ginkgo"].every((name) => phone.has(name))).toBe(true);
    phone.tap("Ginkgo");
    expect(front()).toBe("Ginkgo");
    phone.press(KEY_CODES.home);
    expect(phone.has("Ginkgo")).toBe(false);
  });

  test("can be renamed and found by its name", () => {
    phone.tap("Folder");
    phone.tapControl("folder_name");
    phone.type("Trees 🌲");
    phone.press(KEY_CODES.enter);
    phone.press(KEY_CODES.home);
    phone.tap("Trees 🌲");
    expect(phone.control("folder_name").text).toBe("Trees 🌲");
  });

  test.each([
    ["BACK", () => phone.press(KEY_CODES.back)],
    ["a touch outside it", () => phone.tapAt(20, 600)],
    ["HOME", () => phone.press(KEY_CODES.home)],
  ])("closes with %s", (_name, leave) => {
    phone.tap("Folder");
    leave();
    expect([phone.hasControl("folder_content"), icons().includes("Hazel")]).toEqual([false, true]);
  });

  test("releases apps on a long press, and disappears with one left", () => {
    phone.tap("Folder");
    phone.hold("Elm");
    phone.press(KEY_CODES.home);
    expect(icons()).toContain("Folder");
    phone.tap("Folder");
    phone.hold("Fir");
    expect(phone.hasControl("folder_content")).toBe(false);
    expect(icons()[0]).toBe("Ginkgo");
    expect(icons()).not.toContain("Folder");
  });

  test("can be moved like an icon, even into the dock", () => {
    move("Folder", "Alder", -40);
    expect(icons().slice(-5)[0]).toBe("Folder");
    phone.tap("Folder");
    expect(phone.has("Ginkgo")).toBe(true);
  });

  test("dropped onto a folder is placed beside it", () => {
    move("Ivy", "Hazel");
    expect(icons().slice(0, 2)).toEqual(["Folder", "Folder"]);
    const [first, second] = phone.controls().filter(({ id }) => id.endsWith(":id/folder"));
    if (!first || !second) throw new Error("there are no two folders");
    phone.drag(...middleOf(first), ...middleOf(second), true);
    expect(icons().filter((name) => name === "Folder")).toHaveLength(2);
  });

  test("scrolls through all its apps in landscape", () => {
    for (const name of ["Hazel", "Ivy", "Juniper", "Kapok", "Larch", "Alder", "Birch", "Cedar", "Dogwood"])
      move(name, "Folder");
    phone.settings.put("system", "user_rotation", "1");
    phone.tap("Folder");
    const { top, bottom } = phone.control("folder_content").bounds;
    expect([top >= 32, bottom <= 360]).toEqual([true, true]);
    expect(phone.has("Elm")).toBe(true);
    for (let swipe = 0; swipe < 3; swipe++) phone.drag(320, 280, 320, 120);
    phone.tap("Dogwood");
    expect(front()).toBe("Dogwood");
  });
});

describe("pages", () => {
  provideOnePhone();

  test("turn by a swipe, within the ends", () => {
    expect(page()).toBe("Page 1 of 2");
    right();
    expect(page()).toBe("Page 1 of 2");
    left();
    expect([page(), phone.has("Maple"), phone.hasControl("clock")]).toEqual(["Page 2 of 2", true, true]);
    left();
    expect(page()).toBe("Page 2 of 2");
    right();
    expect(page()).toBe("Page 1 of 2");
  });

  test("do not turn by a short swipe", () => {
    phone.drag(200, 400, 180, 400);
    expect(page()).toBe("Page 1 of 2");
  });

  test("return to the first one after HOME", () => {
    left();
    phone.press(KEY_CODES.home);
    expect(page()).toBe("Page 1 of 2");
  });

  test("open an app from the second page, and return with BACK", () => {
    left();
    phone.tap("Maple");
    expect(front()).toBe("Maple");
    phone.press(KEY_CODES.back);
    expect(front()).toBe("Home");
  });

  test.each([
    [1280, 800],
    [800, 480],
    [360, 480],
    [320, 320],
  ])("show every app at %dx%d", (widthPx, heightPx) => {
    phone.settings.put("global", "display_size_forced", `${widthPx},${heightPx}`);
    const seen = new Set<string>(icons());
    const y = heightPx * 0.6;
    for (let turned = 0; turned < 15; turned++) {
      phone.drag(widthPx * 0.8, y, widthPx * 0.1, y);
      for (const name of icons()) seen.add(name);
    }
    expect([...seen].toSorted()).toEqual([...names, "Settings", "Stage"].toSorted());
  });
});

describe("the clock", () => {
  providePhones();

  test("follows the minute", () => {
    expect(phone.control("clock").text).toBe("09:41");
    phone.nowMs += 60_000;
    vi.advanceTimersByTime(61_000);
    expect(phone.control("clock").text).toBe("09:42");
  });

  test.each([
    ["12", "en-US", "9:41", "Saturday 21 November"],
    ["24", "de-DE", "09:41", "Tag 21"],
  ])("with %s hours in %s shows %s", (hours, locales, time, date) => {
    phone.settings.put("system", "time_12_24", hours);
    phone.settings.put("system", "system_locales", locales);
    expect([phone.control("clock").text, phone.control("date").text]).toEqual([time, date]);
  });
});

describe("the list of all apps", () => {
  provideOnePhone();

  beforeEach(() => phone.drag(180, 420, 180, 120));

  const listed = (): string[] =>
    phone
      .controls()
      .filter(({ id }) => id.endsWith(":id/icon"))
      .map(({ description }) => description);

  test("is in alphabetical order", () => {
    expect(listed()).toEqual([...names, "Settings", "Stage"].toSorted());
  });

  test.each([
    ["cedar", ["Cedar"]],
    ["  EL ", ["Elm", "Hazel"]],
    ["ap", ["Kapok", "Maple"]],
    ["(", []],
    [".*", []],
  ])("filtered by %j shows %j", (query, found) => {
    phone.tapControl("search_box_input");
    phone.type(query);
    expect(listed()).toEqual(found);
    expect(phone.has(`No apps match “${query.trim()}”`)).toBe(found.length === 0);
  });

  test("opens the first match with ENTER, or stays open", () => {
    phone.tapControl("search_box_input");
    phone.type("zzz");
    phone.press(KEY_CODES.enter);
    expect(front()).toBe("Home");
    phone.tap("Clear");
    phone.type("map");
    phone.press(KEY_CODES.enter);
    expect(front()).toBe("Maple");
  });

  test("shows all apps when reopened", () => {
    phone.tapControl("search_box_input");
    phone.type("map");
    phone.press(KEY_CODES.home);
    phone.drag(180, 420, 180, 120);
    expect(listed()).toHaveLength(names.length + 2);
  });

  test("scrolls above the keyboard", () => {
    phone.settings.put("global", "display_size_forced", "360,400");
    phone.tapControl("search_box_input");
    for (let swipe = 0; swipe < 8; swipe++) phone.drag(180, 190, 180, 110);
    expect(phone.find("Stage").bounds.bottom).toBeLessThanOrEqual(phone.find("q").bounds.top);
  });
});
