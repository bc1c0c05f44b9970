import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import { DeviceDriver, smallScreen } from "../../testing/device-driver.ts";
import { provideSettings } from "../testing/provide-settings.ts";

let device: DeviceDriver;
const { openPage, reach, value } = provideSettings((started) => (device = started));

describe("the developer options", () => {
  test("apply at once, and disappear when switched off", () => {
    openPage("APPLICATION_DEVELOPMENT_SETTINGS");
    for (const id of ["show_touches", "pointer_location"]) {
      reach(id);
      device.tapControl(id);
    }
    expect([value("system", "show_touches"), value("system", "pointer_location")]).toEqual(["1", "1"]);
    for (let page = 0; page < 3; page++) device.press(KEY_CODES.pageUp);
    device.tap("Use developer options");
    expect([device.has("Developer options are off"), device.has("Show touches")]).toEqual([true, false]);
  });

  test("show that without keys no connection is possible", async () => {
    openPage("APPLICATION_DEVELOPMENT_SETTINGS");
    await device.shows("None. No computer can connect.");
    expect(device.hasControl("key_0")).toBe(false);
  });

  // Returns a key of 2048 bits with a comment, in adb's format.
  const key = (comment: string): string => {
    const words = Buffer.alloc(524);
    words.writeUInt32LE(64, 0);
    words.fill(0xab, 8, 520);
    words.writeUInt32LE(65_537, 520);
    return `${words.toString("base64")} ${comment}`;
  };

  test("list each authorized key once, even from two files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "terrarium-keys-"));
    const files = ["one", "two"].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, `${key("ada@engines")}\n`);
    await using keyed = await DeviceDriver.start({ ...smallScreen, authorizedKeyFiles: files });
    keyed.ui.activities.startIntent({ action: "android.settings.APPLICATION_DEVELOPMENT_SETTINGS" });
    const rows = () => keyed.controls().filter((node) => /:id\/(key_\d+|keys_problem|no_keys)$/.test(node.id));
    await expect.poll(() => rows().length).toBeGreaterThan(0);
    expect(rows().map((node) => node.description)).toEqual(["ada@engines"]);
    rmSync(folder, { recursive: true });
  });

  test("report why the keys cannot be read", async () => {
    await using keyed = await DeviceDriver.start({ ...smallScreen, authorizedKeyFiles: ["/nowhere/adbkey.pub"] });
    keyed.ui.activities.startIntent({ action: "android.settings.APPLICATION_DEVELOPMENT_SETTINGS" });
    await expect.poll(() => keyed.texts().some((text) => text.startsWith("Couldn’t read the keys: ENOENT"))).toBe(true);
  });
});
