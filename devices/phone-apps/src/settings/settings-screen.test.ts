import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { installedApps } from "../installed-apps.ts";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";

const app = "com.terrarium.settings";
const notes = "com.terrarium.notes";
const back = 4;
const pageDown = 93;
const now = new Date(2026, 10, 21, 9, 41).getTime();

let device: DeviceDriver;
beforeAll(async () => {
  device = await DeviceDriver.start({ ...smallScreen, nowMs: now });
});
afterEach(() => device.reset());
afterAll(() => device[Symbol.asyncDispose]());

const value = (namespace: SettingNamespace, key: string): string | undefined => device.ui.settings.get(namespace, key);
const textsIn = (node: HierarchyNode): string[] => [node.text, ...node.children.flatMap(textsIn)].filter(Boolean);
const shows = (text: string) => expect.poll(() => device.texts()).toContain(text);

/** Opens a page by the action that Android has for it. */
const openPage = (action: string, dataUri?: string): void =>
  void device.ui.activities.startIntent({
    action: `android.settings.${action}`,
    ...(dataUri === undefined ? {} : { dataUri }),
  });

/** Scrolls down until the control with this id is on the screen. */
function reach(id: string): HierarchyNode {
  for (let page = 0; page < 10 && !device.hasControl(id); page++) device.press(pageDown);
  return device.control(id);
}

/** What stands below the title of a row. */
const subtitle = (id: string): string => textsIn(reach(id)).at(1) ?? "";

describe("the first page", () => {
  const rows = (): string[] =>
    device
      .controls()
      .filter(
        (node) =>
          node.clickable && /:id\/(network|apps|storage|display|language|about|developer)$/.test(node.resourceId),
      )
      .map((node) => node.resourceId.split("/")[1] ?? "");

  test("lists all pages, those for developers only for developers", () => {
    device.ui.settings.put("global", "display_size_forced", "360,1000");
    device.ui.activities.start(app);
    expect(rows()).toEqual(["network", "apps", "storage", "display", "language", "about"]);
    device.ui.settings.put("global", "development_settings_enabled", "1");
    expect(rows()).toContain("developer");
    expect(subtitle("about")).toBe("Terrarium");
    device.ui.settings.put("global", "device_name", "n".repeat(5000));
    for (const { bounds } of device.ui.nodes()) expect(bounds.right).toBeLessThanOrEqual(360);
  });

  test.each([
    ["dark", ["Dark theme"]],
    ["FONT", ["Font size"]],
    ["wi", ["Wi-Fi"]],
    ["touches", []],
    ["name", ["Device name"]],
    ["  orient  ", ["Orientation"]],
    ["(", []],
  ])("finds by %j %j", (query, expected) => {
    device.ui.activities.start(app);
    device.fill("search", query);
    const found = device
      .controls()
      .filter((node) => node.resourceId.includes(":id/found_"))
      .map((node) => node.contentDesc);
    expect(found).toEqual(expected);
    expect(device.texts().some((text) => text.startsWith("No setting named"))).toBe(expected.length === 0);
  });

  test("is as it was left when one comes back to it: scrolled, and searched", () => {
    device.ui.activities.start(app);
    device.fill("search", "theme");
    device.press(back);
    device.tap("Dark theme");
    expect(device.control("title").text).toBe("Display");
    device.press(back);
    expect(device.control("search").text).toBe("theme");
  });

  test("is left by BACK, and each page leads back to it", () => {
    device.ui.activities.start(app);
    for (const page of ["network", "apps", "storage", "display", "language", "about"]) {
      reach(page);
      device.tapControl(page);
      expect(device.hasControl("back")).toBe(true);
      device.tap("Back");
    }
    device.press(back);
    expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.launcher");
  });
});

describe("an intent", () => {
  test.each([
    ["SETTINGS", "Settings"],
    ["WIRELESS_SETTINGS", "Network & internet"],
    ["BLUETOOTH_SETTINGS", "Network & internet"],
    ["MANAGE_APPLICATIONS_SETTINGS", "Apps"],
    ["APPLICATION_DETAILS_SETTINGS", "Apps"],
    ["INTERNAL_STORAGE_SETTINGS", "Storage"],
    ["DISPLAY_SETTINGS", "Display"],
    ["LOCALE_SETTINGS", "Language"],
    ["DEVICE_INFO_SETTINGS", "About phone"],
    ["APPLICATION_DEVELOPMENT_SETTINGS", "Developer options"],
  ])("%s leads to %s", (action, title) => {
    openPage(action);
    expect(device.control("title").text).toBe(title);
  });

  test.each([
    ["package:com.terrarium.notes", "Notes"],
    ["package:com.example.nothing", "com.example.nothing"],
    ["package:com.terrarium.launcher", "com.terrarium.launcher"],
  ])("for %s shows the app %s", (dataUri, name) => {
    openPage("APPLICATION_DETAILS_SETTINGS", dataUri);
    expect([device.control("app_name").text, device.control("title").text]).toEqual([name, "App info"]);
  });

  test.each(["package:", "package:../../etc", "package:com.terrarium.notes/../x", "package:a b"])(
    "for %j shows no app",
    (dataUri) => {
      openPage("APPLICATION_DETAILS_SETTINGS", dataUri);
      expect(device.hasControl("app_name")).toBe(false);
      expect(device.ui.activities.foreground().packageName).toBe(app);
    },
  );

  test("takes the place of what was open, and BACK leads to the first page", () => {
    openPage("DISPLAY_SETTINGS");
    openPage("LOCALE_SETTINGS");
    device.press(back);
    expect(device.control("title").text).toBe("Settings");
  });
});

describe("the display", () => {
  test.each([
    ["128", "50 %"],
    ["0", "0 %"],
    ["255", "100 %"],
    ["99999", "100 %"],
    ["-20", "0 %"],
    ["abc", "100 %"],
    ["", "100 %"],
  ])("with the brightness %j tells %s", (put, told) => {
    device.ui.settings.put("system", "screen_brightness", put);
    openPage("DISPLAY_SETTINGS");
    expect(subtitle("brightness")).toBe(told);
  });

  test.each([
    ["abc", "100 %"],
    ["7", "200 %"],
    ["-3", "70 %"],
    ["1.15", "115 %"],
    ["", "100 %"],
  ])("with the font size %j tells %s", (put, told) => {
    device.ui.settings.put("system", "font_scale", put);
    openPage("DISPLAY_SETTINGS");
    expect(reach("font_scale").contentDesc).toBe(`Font size, ${told}`);
    expect(device.texts().some((text) => /NaN|undefined|Infinity/.test(text))).toBe(false);
  });

  test.each([
    ["system", "screen_off_timeout", "60000", "timeout", "1 minute"],
    ["system", "screen_off_timeout", "45000", "timeout", "45 s"],
    ["system", "screen_off_timeout", "never", "timeout", "Never"],
    ["system", "user_rotation", "1", "orientation", "Landscape"],
    ["system", "user_rotation", "7", "orientation", "Portrait"],
    ["secure", "navigation_mode", "0", "navigation", "3-button navigation"],
    ["secure", "navigation_mode", "9", "navigation", "Gesture navigation"],
  ] as const)("with %s %s %s says of its row %s %j", (namespace, key, put, id, told) => {
    device.ui.settings.put(namespace, key, put);
    openPage("DISPLAY_SETTINGS");
    expect(subtitle(id)).toBe(told);
  });

  test.each([
    ["timeout", "10 minutes", "system", "screen_off_timeout", "600000"],
    ["navigation", "3-button navigation", "secure", "navigation_mode", "0"],
    ["orientation", "Landscape", "system", "user_rotation", "1"],
  ] as const)("asks about %s, changes nothing on Cancel and BACK, and takes %s", (id, choice, namespace, key, put) => {
    openPage("DISPLAY_SETTINGS");
    const before = value(namespace, key);
    reach(id);
    device.tapControl(id);
    device.tap("Cancel");
    device.tapControl(id);
    device.press(back);
    expect(value(namespace, key)).toBe(before);
    device.tapControl(id);
    const chosen = device.controls().filter((node) => node.checked && node.resourceId.includes(":id/choice_"));
    expect(chosen.length).toBe(1);
    device.tap(choice);
    expect(value(namespace, key)).toBe(put);
    expect(device.hasControl("dialog")).toBe(false);
  });

  test("turns by itself, and then there is nothing to choose", () => {
    openPage("DISPLAY_SETTINGS");
    reach("accelerometer_rotation");
    device.tapControl("accelerometer_rotation");
    expect([value("system", "accelerometer_rotation"), device.hasControl("orientation")]).toEqual(["1", false]);
    device.tapControl("accelerometer_rotation");
    expect([value("system", "accelerometer_rotation"), reach("orientation").clickable]).toEqual(["0", true]);
  });

  test("shows what the shell sets, as it is set", () => {
    openPage("DISPLAY_SETTINGS");
    expect(device.control("theme_dark").checked).toBe(true);
    device.ui.settings.put("secure", "ui_night_mode", "1");
    expect([device.control("theme_dark").checked, device.control("theme_light").checked]).toEqual([false, true]);
    device.ui.settings.put("system", "screen_brightness", "51");
    expect(subtitle("brightness")).toBe("20 %");
  });

  test("is dimmed by the finger on its slider, but never to nothing", () => {
    openPage("DISPLAY_SETTINGS");
    const { left, right, top, bottom } = reach("brightness_slider").bounds;
    const y = (top + bottom) / 2;
    device.drag((left + right) / 2, y, left - 200, y);
    expect(value("system", "screen_brightness")).toBe("1");
    device.drag((left + right) / 2, y, right + 200, y);
    expect(value("system", "screen_brightness")).toBe("255");
  });
});

describe("the network", () => {
  test("has switches for what a script may have put there, in any way", () => {
    openPage("WIRELESS_SETTINGS");
    const on = (): boolean[] => ["airplane_mode_on", "wifi_on", "bluetooth_on"].map((id) => device.control(id).checked);
    expect(on()).toEqual([false, true, true]);
    device.tapControl("bluetooth_on");
    expect([value("global", "bluetooth_on"), subtitle("bluetooth_on")]).toEqual(["0", "Off"]);
    device.ui.settings.put("global", "wifi_on", "yes");
    expect(on()).toEqual([false, true, false]);
    expect(subtitle("wifi_on")).toBe("Turned on");
    device.ui.settings.put("global", "airplane_mode_on", "true");
    expect(on()[0]).toBe(true);
    expect(subtitle("wifi_on")).toBe("Off while airplane mode is on");
    expect(device.control("wifi_on").enabled).toBe(false);
  });
});

describe("an app's page", () => {
  const details = (packageName: string): void => openPage("APPLICATION_DETAILS_SETTINGS", `package:${packageName}`);

  test("tells whether it runs, opens it and stops it", () => {
    details(notes);
    expect([device.control("app_state").text, device.control("force_stop").enabled]).toEqual(["Not running", false]);
    device.tapControl("open");
    expect(device.ui.activities.foreground().packageName).toBe(notes);
    details(notes);
    expect(device.control("app_state").text).toBe("Running");
    device.tap("Force stop");
    device.press(back);
    expect(device.control("app_state").text).toBe("Running");
    device.tap("Force stop", "Force stop");
    expect(device.control("app_state").text).toBe("Not running");
  });

  test("of none that is installed offers nothing", async () => {
    details("com.example.nothing");
    await shows("None");
    expect(["open", "force_stop", "clear_data"].map((id) => device.control(id).enabled)).toEqual([false, false, false]);
  });

  test("counts what it keeps, and clears it only when that is meant", async () => {
    device.ui.activities.start(notes);
    device.tap("New note");
    device.type("moss");
    details(notes);
    await expect.poll(() => subtitle("user_data")).toMatch(/^\d+ B|kB$/);
    expect(device.control("clear_data").enabled).toBe(true);
    device.tap("Clear data", "Cancel");
    expect(device.ui.activities.running().map((each) => each.packageName)).toContain(notes);
    device.tap("Clear data", "Delete");
    await shows("The data of Notes was cleared");
    await expect.poll(() => subtitle("user_data")).toBe("None");
    expect(device.control("clear_data").enabled).toBe(false);
  });

  test("says why where its data cannot be cleared, and counts again", async () => {
    device.ui.activities.start(notes);
    device.tap("New note");
    device.type("moss");
    details(notes);
    await expect.poll(() => device.control("clear_data").enabled).toBe(true);
    const clear = vi.spyOn(installedApps, "clearData").mockRejectedValueOnce(new Error("the disk is busy"));
    device.tap("Clear data", "Delete");
    await shows("The data of Notes could not be cleared: the disk is busy");
    clear.mockRestore();
    device.tap("Clear data", "Delete");
    await shows("The data of Notes was cleared");
  });

  test("of Settings itself clears it and goes home", async () => {
    details(app);
    await expect.poll(() => device.texts().length).toBeGreaterThan(3);
    expect(device.control("app_name").text).toBe("Settings");
    device.tap("Force stop", "Force stop");
    expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.launcher");
  });

  test("is reached from the list of all apps, which tells who runs", () => {
    device.ui.activities.start(notes);
    openPage("MANAGE_APPLICATIONS_SETTINGS");
    expect(device.has("10 apps")).toBe(true);
    expect(subtitle(`app_${notes}`)).toBe("Running");
    device.tapControl(`app_${notes}`);
    expect(device.control("app_name").text).toBe("Notes");
    device.press(back);
    expect(device.control("title").text).toBe("Apps");
  });

  test("is listed by its name in the device's language", () => {
    device.ui.settings.put("system", "system_locales", "zh-CN");
    openPage("MANAGE_APPLICATIONS_SETTINGS");
    expect(device.has("10 个应用")).toBe(true);
    reach(`app_${notes}`);
    expect(device.has("记事本")).toBe(true);
  });
});

describe("the storage", () => {
  test("tells what each kind of file takes, and what the rest is", async () => {
    await device.files.write("/sdcard/Pictures/a.png", new Uint8Array(300_000), "replace");
    await device.files.write("/sdcard/DCIM/b.png", new Uint8Array(200_000), "replace");
    await device.files.write("/sdcard/Music/c.mp3", new Uint8Array(100_000), "replace");
    await device.files.write("/sdcard/loose.bin", new Uint8Array(400_000), "replace");
    openPage("INTERNAL_STORAGE_SETTINGS");
    const bytes = (id: string): number => Number(/^([\d.]+) kB$/.exec(subtitle(id))?.[1] ?? "0");
    await expect.poll(() => bytes("storage_images")).toBeGreaterThanOrEqual(500);
    expect(bytes("storage_images")).toBeLessThan(540);
    expect(bytes("storage_media")).toBeGreaterThanOrEqual(100);
    expect(bytes("storage_otherFiles")).toBeGreaterThanOrEqual(400);
    expect(bytes("storage_otherFiles")).toBeLessThan(460);
  });

  test("leads to the files", () => {
    openPage("INTERNAL_STORAGE_SETTINGS");
    device.tap("Show in Files");
    expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.files");
  });

  test("counts anew when it is opened again", async () => {
    openPage("INTERNAL_STORAGE_SETTINGS");
    await expect.poll(() => subtitle("storage_downloads")).not.toBe("Counting…");
    const before = subtitle("storage_downloads");
    await device.files.write("/sdcard/Download/a", new Uint8Array(900_000), "replace");
    device.press(back);
    openPage("INTERNAL_STORAGE_SETTINGS");
    await expect.poll(() => subtitle("storage_downloads")).toMatch(/^9\d\d kB$/);
    expect(before).not.toBe(subtitle("storage_downloads"));
  });
});

describe("about the phone", () => {
  test("without a build file says what is not known, and what the screen is, also turned", () => {
    openPage("DEVICE_INFO_SETTINGS");
    expect([subtitle("model"), subtitle("serial")]).toEqual(["Not known", "Not known"]);
    expect(subtitle("screen")).toBe("360 × 640 px (360 × 640 dp)");
    device.turn(true);
    expect(subtitle("screen")).toBe("640 × 360 px (640 × 360 dp)");
  });

  test("tells how long it is up, by the minute", () => {
    openPage("DEVICE_INFO_SETTINGS");
    expect(subtitle("uptime")).toBe("Less than a minute");
  });

  test.each([
    ["", false],
    ["   ", false],
    ["x".repeat(33), false],
    ["x".repeat(32), true],
    ["  Moos 🌿  ", true],
    ["苔".repeat(32), true],
  ])("takes the name %j: %s", (name, valid) => {
    openPage("DEVICE_INFO_SETTINGS");
    device.tapControl("device_name");
    device.fill("name", name);
    expect(device.control("save").enabled).toBe(valid);
    device.press(66);
    expect(device.hasControl("dialog")).toBe(!valid);
    expect(value("global", "device_name")).toBe(valid ? name.trim() : "Terrarium");
  });

  test("keeps the name that is being written while the screen is turned, also between one pane and two", () => {
    device.ui.settings.put("global", "display_size_forced", "500,900");
    openPage("DEVICE_INFO_SETTINGS");
    device.tapControl("device_name");
    device.fill("name", "Half a name");
    device.turn(true);
    expect(device.control("name").text).toBe("Half a name");
    device.turn(false);
    expect(device.control("name").text).toBe("Half a name");
    device.press(66);
    expect(value("global", "device_name")).toBe("Half a name");
    device.turn(true);
    expect([device.has("Search settings"), device.hasControl("model")]).toEqual([true, true]);
  });

  test("makes no developer of whoever taps six times, nor of taps before and after", () => {
    openPage("DEVICE_INFO_SETTINGS");
    reach("build_number");
    for (let tap = 0; tap < 6; tap++) device.tapControl("build_number");
    expect(device.has("You are now 1 step away from being a developer")).toBe(true);
    device.press(back);
    openPage("DEVICE_INFO_SETTINGS");
    reach("build_number");
    device.tapControl("build_number");
    expect(value("global", "development_settings_enabled")).toBe("0");
    for (let tap = 0; tap < 6; tap++) device.tapControl("build_number");
    expect(value("global", "development_settings_enabled")).toBe("1");
    device.tapControl("build_number");
    expect(device.has("No need, you are already a developer")).toBe(true);
  });
});

describe("the developer options", () => {
  test("act at once, and are gone when they are switched off", () => {
    device.ui.settings.put("global", "development_settings_enabled", "1");
    openPage("APPLICATION_DEVELOPMENT_SETTINGS");
    device.tap("Show touches", "Pointer location");
    expect([value("system", "show_touches"), value("system", "pointer_location")]).toEqual(["1", "1"]);
    device.tap("Use developer options");
    expect([device.has("Developer options are off"), device.has("Show touches")]).toEqual([true, false]);
  });

  test("say that nobody can connect where there is no key", async () => {
    device.ui.settings.put("global", "development_settings_enabled", "1");
    openPage("APPLICATION_DEVELOPMENT_SETTINGS");
    for (let page = 0; page < 3; page++) device.press(pageDown);
    await shows("None: nobody can connect");
    expect(device.hasControl("key_0")).toBe(false);
  });

  // Of 2048 bits, with the comment that adb puts behind it.
  const key = (comment: string): string => {
    const words = Buffer.alloc(524);
    words.writeUInt32LE(64, 0);
    words.fill(0xab, 8, 520);
    words.writeUInt32LE(65_537, 520);
    return `${words.toString("base64")} ${comment}`;
  };

  test("tell who may connect, also where one key stands in two files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "terrarium-keys-"));
    const files = ["one", "two"].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, `${key("ada@engines")}\n`);
    await using keyed = await DeviceDriver.start({ ...smallScreen, authorizedKeyFiles: files });
    keyed.ui.settings.put("global", "development_settings_enabled", "1");
    keyed.ui.activities.startIntent({ action: "android.settings.APPLICATION_DEVELOPMENT_SETTINGS" });
    for (let page = 0; page < 3; page++) keyed.press(pageDown);
    const rows = () => keyed.controls().filter((node) => /:id\/(key_\d+|keys_problem|no_keys)$/.test(node.resourceId));
    await expect.poll(() => rows().length).toBeGreaterThan(0);
    expect(rows().map((node) => node.contentDesc)).toEqual(["ada@engines"]);
    rmSync(folder, { recursive: true });
  });

  test("say what is wrong where the keys cannot be read", async () => {
    await using keyed = await DeviceDriver.start({ ...smallScreen, authorizedKeyFiles: ["/nowhere/adbkey.pub"] });
    keyed.ui.settings.put("global", "development_settings_enabled", "1");
    keyed.ui.activities.startIntent({ action: "android.settings.APPLICATION_DEVELOPMENT_SETTINGS" });
    for (let page = 0; page < 3; page++) keyed.press(pageDown);
    await expect
      .poll(() => keyed.texts().some((text) => text.startsWith("The keys could not be read: ENOENT")))
      .toBe(true);
  });
});

describe("the language", () => {
  test.each([
    ["zh-CN,en-US", "zh-CN"],
    ["en-GB", "en-US"],
    ["de-DE", "en-US"],
    ["", "en-US"],
  ])("of %j is shown as %s", (locales, chosen) => {
    device.ui.settings.put("system", "system_locales", locales);
    openPage("LOCALE_SETTINGS");
    expect(device.control(`language_${chosen}`).checked).toBe(true);
  });
});

test("every page stays on the screen and names its controls, on small, turned, large-lettered and light screens", () => {
  device.ui.settings.put("global", "development_settings_enabled", "1");
  const looks: [SettingNamespace, string, string][][] = [
    [["global", "display_size_forced", "320,480"]],
    [["system", "user_rotation", "1"]],
    [
      ["system", "font_scale", "1.5"],
      ["secure", "ui_night_mode", "1"],
    ],
    [["global", "display_size_forced", "1280,800"]],
  ];
  for (const look of looks) {
    for (const each of look) device.ui.settings.put(...each);
    for (const page of [
      "WIRELESS",
      "APPLICATION",
      "INTERNAL_STORAGE",
      "DISPLAY",
      "LOCALE",
      "DEVICE_INFO",
      "APPLICATION_DEVELOPMENT",
    ]) {
      openPage(`${page}_SETTINGS`);
      const { widthPx } = device.ui.display;
      for (const node of device.controls().filter((each) => each.clickable && each.packageName === app)) {
        expect([
          page,
          node.bounds.right <= widthPx,
          node.resourceId !== "",
          node.contentDesc !== "" || textsIn(node).length > 0,
        ]).toEqual([page, true, true, true]);
      }
    }
    for (const [namespace, key] of look) device.ui.settings.delete(namespace, key);
  }
});
