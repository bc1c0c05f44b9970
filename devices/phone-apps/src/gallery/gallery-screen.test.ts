import { createCanvas } from "@napi-rs/canvas";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { nowMs, provideDevice } from "../testing/provide-device.ts";

const APP = "com.terrarium.gallery";
const DAY_MS = 24 * 60 * 60_000;

let device: DeviceDriver;
provideDevice({ nowMs, storageBytes: 8 * 1024 ** 2 }, (started) => (device = started));

const thumbnails = (): string[] =>
  device
    .controls()
    .filter((node) => node.id === `${APP}:id/picture`)
    .map((node) => node.description);

function picture(color: string, width = 80, height = 80, type: "image/png" | "image/jpeg" = "image/png"): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return type === "image/png" ? canvas.toBuffer(type) : canvas.toBuffer(type);
}

/** Writes pictures to the device, latest first, a minute apart. */
async function put(pictures: Readonly<Record<string, Uint8Array>>, takenMs = nowMs): Promise<void> {
  let at = takenMs;
  for (const [path, bytes] of Object.entries(pictures)) {
    await device.files.write(path, bytes, "replace");
    await device.files.setTimes(path, at, at);
    at -= 60_000;
  }
}

async function open(count: string): Promise<void> {
  device.ui.activities.start(APP);
  await device.shows(count);
}

const view = (dataUri: string, mimeType?: string): void =>
  void device.ui.activities.startIntent({
    packageName: APP,
    action: "android.intent.action.VIEW",
    dataUri,
    ...(mimeType === undefined ? {} : { mimeType }),
  });

const two = { "/sdcard/DCIM/red.png": picture("#ff0000"), "/sdcard/DCIM/blue.png": picture("#0000ff") };

describe("the grid", () => {
  test("without pictures explains in the device's language where they come from", async () => {
    await open("No pictures yet");
    expect(device.control("subtitle").text).toBe("0 pictures");
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect([device.has("还没有图片"), device.has("截取屏幕")]).toEqual([true, true]);
  });

  test("has a heading per day, latest first, in the device's language", async () => {
    await put({ "/sdcard/DCIM/today.png": picture("#ff0000") });
    await put({ "/sdcard/DCIM/yesterday.png": picture("#00ff00") }, nowMs - DAY_MS);
    await put({ "/sdcard/DCIM/old.png": picture("#0000ff") }, nowMs - 400 * DAY_MS);
    await open("3 pictures");
    const days = () => device.texts().filter((text) => /^Today$|\d{4}$/.test(text));
    expect(days()).toEqual(
      ["Today", "Friday, 20 November 2026", "Friday, 17 October 2025"].map((day) =>
        expect.stringMatching(day.replace(", ", ",? ")),
      ),
    );
    expect(thumbnails()).toEqual(["Picture today.png", "Picture yesterday.png", "Picture old.png"]);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(device.texts()).toEqual(expect.arrayContaining(["今天", "2026年11月20日星期五"]));
  });

  test("shows added, changed and removed pictures, also in new folders", async () => {
    await put({ "/sdcard/DCIM/red.png": picture("#ff0000") });
    await open("1 picture");
    await put(two);
    await device.shows("2 pictures");
    await device.files.makeFolder("/sdcard/Pictures/Trip", false);
    await put({ "/sdcard/Pictures/Trip/moss.png": picture("#00ff00") });
    await device.shows("3 pictures");
    expect([device.has("All"), device.has("Trip"), device.has("DCIM")]).toEqual([true, true, true]);
    await device.files.remove("/sdcard/Pictures/Trip", true);
    await device.shows("2 pictures");
    expect(device.has("Trip")).toBe(false);
  });

  test("omits other files, hidden files and other folders", async () => {
    await put({
      ...two,
      "/sdcard/DCIM/.hidden.png": picture("#ffffff"),
      "/sdcard/DCIM/notes.txt": Buffer.from("x"),
      "/sdcard/Download/else.png": picture("#ffffff"),
      "/sdcard/DCIM/photo.JPG": picture("#ffffff", 10, 10, "image/jpeg"),
    });
    await open("3 pictures");
    expect(thumbnails().toSorted()).toEqual(["Picture blue.png", "Picture photo.JPG", "Picture red.png"]);
  });

  test("has an album per folder, selected until the folder is deleted", async () => {
    await device.files.makeFolder("/sdcard/Pictures/Trip", false);
    await put({
      ...two,
      "/sdcard/Pictures/Trip/moss.png": picture("#00ff00"),
      "/sdcard/Pictures/Trip/fern.png": picture("#00ff00"),
    });
    await open("4 pictures");
    device.tap("Trip");
    expect([thumbnails(), device.control("album_Trip").selected]).toEqual([
      ["Picture moss.png", "Picture fern.png"],
      true,
    ]);
    device.tap("Picture moss.png");
    await device.shows("1 / 2");
    device.press(KEY_CODES.back);
    expect(thumbnails().length).toBe(2);
    await device.files.remove("/sdcard/Pictures/Trip", true);
    await expect.poll(thumbnails).toEqual(["Picture red.png", "Picture blue.png"]);
  });

  test("has more columns on a wide screen, also after rotation", async () => {
    await put(
      Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/sdcard/DCIM/${index}.png`, picture("#ff0000")])),
    );
    await open("9 pictures");
    const columns = () =>
      new Set(
        device
          .controls()
          .filter((node) => node.id === `${APP}:id/picture`)
          .map((node) => node.bounds.left),
      ).size;
    expect(columns()).toBe(3);
    device.turn(true);
    expect(columns()).toBe(5);
    for (const { bounds } of device.ui.nodes()) expect(bounds.right).toBeLessThanOrEqual(640);
  });

  test.each(["שלום.png", `${"x".repeat(200)}.png`, "长".repeat(60) + ".jpg", "🌿 moss #1?.png", " .png"])(
    "shows a picture named %j",
    async (name) => {
      await put({ [`/sdcard/DCIM/${name}`]: picture("#00ff00") });
      await open("1 picture");
      device.tap(`Picture ${name}`);
      await device.shows(name);
      await expect.poll(() => device.pixel(180, 320)).toBe("00ff00");
      for (const { bounds } of device.ui.nodes()) expect(bounds.right).toBeLessThanOrEqual(360);
      device.tap("Delete");
      expect(device.has(`${name} will be permanently deleted.`)).toBe(true);
    },
  );

  test("marks damaged pictures and shows the others", async () => {
    await put({
      "/sdcard/DCIM/good.png": picture("#00ff00"),
      "/sdcard/DCIM/empty.png": new Uint8Array(0),
      "/sdcard/DCIM/cut.png": picture("#ff0000").subarray(0, 40),
      "/sdcard/DCIM/text.png": Buffer.from("<svg"),
      "/sdcard/DCIM/jpeg.png": picture("#0000ff", 80, 80, "image/jpeg"),
    });
    await open("5 pictures");
    const middle = (name: string): string => {
      const { left, top, right, bottom } = device.find(`Picture ${name}`).bounds;
      return device.pixel((left + right) / 2, (top + bottom) / 2 + 20);
    };
    await expect.poll(() => middle("good.png")).toBe("00ff00");
    // The content decides the format, not the file name.
    await expect.poll(() => middle("jpeg.png")).toMatch(/^0000f[a-f]$/);
    for (const name of ["empty.png", "cut.png", "text.png"]) {
      device.tap(`Picture ${name}`);
      await device.shows("Can’t show this picture");
      device.press(KEY_CODES.back);
    }
    expect(device.logged).toEqual([]);
  });
});

describe("a picture", () => {
  test("closes with a message when its file is deleted", async () => {
    await put(two);
    await open("2 pictures");
    device.tap("Picture red.png");
    await device.shows("1 / 2");
    await device.files.remove("/sdcard/DCIM/red.png", false);
    await device.shows("This picture no longer exists");
    await device.shows("1 picture");
    expect(thumbnails()).toEqual(["Picture blue.png"]);
  });

  test("shows and hides its bars on a tap", async () => {
    await put(two);
    await open("2 pictures");
    device.tap("Picture red.png");
    await device.shows("1 / 2");
    device.tapAt(180, 320);
    expect(device.has("1 / 2")).toBe(false);
    device.drag(300, 320, 40, 320);
    device.tapAt(180, 320);
    await device.shows("2 / 2");
  });

  test("stops swiping at the first and last one", async () => {
    await put(two);
    await open("2 pictures");
    device.tap("Picture red.png");
    await device.shows("1 / 2");
    device.drag(60, 320, 300, 320);
    expect(device.has("1 / 2")).toBe(true);
    device.drag(300, 320, 60, 320);
    await device.shows("2 / 2");
    device.drag(300, 320, 60, 320);
    expect(device.has("2 / 2")).toBe(true);
  });

  test("snaps back after a short swipe", async () => {
    await put(two);
    await open("2 pictures");
    device.tap("Picture red.png");
    await expect.poll(() => device.pixel(180, 320)).toBe("ff0000");
    device.drag(200, 320, 150, 320);
    expect(device.has("1 / 2")).toBe(true);
    await expect.poll(() => device.pixel(180, 320)).toBe("ff0000");
  });

  test("of extreme proportions fits the screen in both orientations", async () => {
    await put({
      "/sdcard/DCIM/wide.png": picture("#00ff00", 800, 20),
      "/sdcard/DCIM/high.png": picture("#00ff00", 20, 800),
    });
    await open("2 pictures");
    device.tap("Picture wide.png");
    await expect.poll(() => device.pixel(5, 320)).toBe("00ff00");
    expect(device.pixel(180, 200)).toBe("000000");
    device.turn(true);
    await expect.poll(() => device.pixel(635, 180)).toBe("00ff00");
    device.drag(600, 180, 40, 180);
    await expect.poll(() => device.pixel(320, 100)).toBe("00ff00");
    expect(device.pixel(200, 180)).toBe("000000");
  });

  test("resets its zoom when the screen rotates", async () => {
    await put(two);
    await open("2 pictures");
    device.tap("Picture red.png");
    await expect.poll(() => device.pixel(180, 320)).toBe("ff0000");
    expect(device.pixel(180, 100)).toBe("000000");
    device.tapAt(180, 320);
    device.tapAt(180, 320);
    await expect.poll(() => device.pixel(180, 100)).toBe("ff0000");
    device.turn(true);
    await expect.poll(() => device.pixel(320, 180)).toBe("ff0000");
    device.turn(false);
    await expect.poll(() => device.pixel(180, 320)).toBe("ff0000");
  });

  test("is deleted, and the last one returns to the grid", async () => {
    await put(two);
    await open("2 pictures");
    device.tap("Picture blue.png");
    await device.shows("2 / 2");
    device.tap("Delete");
    device.press(KEY_CODES.back);
    expect(device.has("2 / 2")).toBe(true);
    device.tap("Delete", "Delete");
    await device.shows("red.png");
    await expect.poll(() => device.hasControl("photo_place")).toBe(false);
    device.tap("Delete", "Delete");
    await device.shows("No pictures yet");
    expect(await device.files.list("/sdcard/DCIM")).toEqual([]);
  });

  test("has details: size, place, dimensions and day", async () => {
    await put({ "/sdcard/DCIM/a.png": picture("#ff0000", 33, 21) });
    await open("1 picture");
    device.tap("Picture a.png", "Details");
    await device.shows("33 × 21");
    expect(device.texts()).toEqual(expect.arrayContaining(["a.png", "/sdcard/DCIM"]));
    expect(device.texts().some((text) => text.startsWith("21 November 2026"))).toBe(true);
    device.press(KEY_CODES.back);
    expect(device.hasControl("dialog")).toBe(false);
  });

  test("lists the apps to share with under their translated names", async () => {
    await put(two);
    await open("2 pictures");
    device.tap("Picture red.png", "Share");
    expect(
      device
        .controls()
        .filter((node) => node.id.includes(":id/share_"))
        .map((node) => node.description),
    ).toEqual(["Notes"]);
    device.tap("Cancel");
    device.ui.settings.put("system", "system_locales", "zh-CN");
    device.tap("分享");
    expect(device.has("记事本")).toBe(true);
  });

  test("is closed after a kill", async () => {
    await put(two);
    await open("2 pictures");
    device.tap("Picture red.png");
    await device.shows("1 / 2");
    device.kill(APP);
    await open("2 pictures");
    expect(device.has("1 / 2")).toBe(false);
  });
});

describe("an intent", () => {
  test("shows a picture among its neighbours, or alone from elsewhere", async () => {
    await put({ ...two, "/sdcard/Download/else.png": picture("#00ff00") });
    view("file:///sdcard/DCIM/blue.png");
    await device.shows("2 / 2");
    view("file:///sdcard/Download/else.png");
    await device.shows("else.png");
    expect(device.hasControl("photo_place")).toBe(false);
    await expect.poll(() => device.pixel(180, 320)).toBe("00ff00");
    device.press(KEY_CODES.back);
    await device.shows("2 pictures");
  });

  test.each([
    ["file:///sdcard/DCIM/none.png"],
    ["file:///sdcard/DCIM"],
    ["file:///sdcard/%00.png"],
    ["file:///../../etc/passwd.png"],
  ])("for %s, not a picture, shows an error and returns to the grid", async (dataUri) => {
    await put(two);
    view(dataUri, "image/png");
    // A missing file closes the view by itself; for a file without a picture, the reader closes it.
    await expect.poll(() => device.hasControl("broken") || device.has("2 pictures")).toBe(true);
    if (device.hasControl("broken")) device.press(KEY_CODES.back);
    await device.shows("2 pictures");
    expect(device.ui.activities.foreground().packageName).toBe(APP);
  });

  test.each(["content://media/external/images/1", "https://example.com/a.png", "file:", ""])(
    "for %j shows the grid",
    async (dataUri) => {
      await put(two);
      view(dataUri, "image/png");
      await device.shows("2 pictures");
      expect(thumbnails().length).toBe(2);
    },
  );
});

describe("a screenshot", () => {
  test("of the gallery itself is announced and listed first", async () => {
    await put(two, nowMs - DAY_MS);
    await open("2 pictures");
    device.tap("Take a screenshot");
    await device.shows("3 pictures");
    expect(thumbnails()[0]).toMatch(/^Picture Screenshot_/);
    expect(device.has("Screenshots")).toBe(true);
  });

  test("reports a failure when the storage is full", async () => {
    await device.files.write("/sdcard/Download/full", new Uint8Array(8_000_000), "replace").catch(() => undefined);
    await open("No pictures yet");
    const fill = async (bytes: number): Promise<void> => {
      for (let index = 0; ; index++) {
        const written = await device.files
          .write(`/sdcard/Music/${bytes} ${index}`, new Uint8Array(bytes), "replace")
          .then(
            () => true,
            () => false,
          );
        if (!written) return;
      }
    };
    for (const bytes of [1_000_000, 100_000, 4096, 1]) await fill(bytes);
    device.tap("Take a screenshot");
    await expect.poll(() => device.texts().some((text) => text.startsWith("Something went wrong: "))).toBe(true);
    await device.hides("Screenshot saved");
  });
});

test("creates only visible thumbnails of hundreds, also at the end", async () => {
  const bytes = picture("#00ff00", 2, 2);
  for (let index = 0; index < 700; index++) await device.files.write(`/sdcard/DCIM/${index}.png`, bytes, "replace");
  await open("700 pictures");
  expect(thumbnails().length).toBeLessThan(60);
  device.press(123); // MOVE_END
  for (let page = 0; page < 5; page++) device.press(93);
  expect(thumbnails().length).toBeLessThan(60);
});
