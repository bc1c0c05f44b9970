import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { expect, test } from "vitest";

const waits = { timeout: 90_000 };

/** Starts a device with the focus in an empty note's body. */
async function openNote(): Promise<DeviceDriver> {
  const device = await DeviceDriver.start();
  device.tap("Notes", "New note", "Note");
  return device;
}

const written = (device: DeviceDriver): string => device.find("Note").text;

test("capitalizes sentences unless Shift overrides; single-line fields expect names", async () => {
  await using device = await openNote();
  device.tap("M", "o", "s", "s", ".", "Space", "A");
  expect(written(device)).toBe("Moss. A");
  device.tap("Enter", "Shift", "b", "c");
  expect(written(device)).toBe("Moss. A\nbc");
  device.press(3);
  device.tap("Search apps");
  expect([device.has("q"), device.has("Q")]).toEqual([true, false]);
});

test("two taps on Shift lock it", async () => {
  await using device = await openNote();
  device.tap("A", "b", "Shift", "Shift");
  // On a busy machine two taps may be too slow for a double tap.
  while (!device.has("Caps lock")) device.tap("Shift");
  device.tap("C", "D", "Caps lock", "e");
  expect(written(device)).toBe("AbCDe");
});

test("a held key offers alternatives, selected by sliding", async () => {
  await using device = await openNote();
  device.tap("A");
  const { bounds } = device.find("e");
  const touch = (action: "down" | "move" | "up", dx: number): void =>
    device.ui.input.touch({ action, pointerId: 0, xPx: (bounds.left + bounds.right) / 2 + dx, yPx: bounds.top + 20 });
  touch("down", 0);
  await expect.poll(() => device.has("é"), waits).toBe(true);
  touch("move", 40);
  touch("move", 90);
  touch("up", 90);
  expect(device.has("é")).toBe(false);
  expect(written(device)).toBe("Aé");
  touch("down", 0);
  await expect.poll(() => device.has("é"), waits).toBe(true);
  touch("up", 0);
  expect(written(device)).toBe("Aé3");
});

test("emoji have their own page with a key back to letters", async () => {
  await using device = await openNote();
  device.tap("Emoji", "😀", "😄", "Backspace", "Letters", "h");
  expect(written(device)).toBe("😀h");
});

test("moves through a form's fields, and submits from the last", async () => {
  await using device = await DeviceDriver.start();
  const page = `<title>Form</title><form action="done.html"><input name=first><input name=second></form>`;
  await device.files.write("/sdcard/Download/f.html", Buffer.from(page), "replace");
  await device.files.write("/sdcard/Download/done.html", Buffer.from("<p>it was sent"), "replace");
  device.ui.activities.startIntent({
    packageName: "com.terrarium.browser",
    action: "android.intent.action.VIEW",
    dataUri: "file:///sdcard/Download/f.html",
  });
  await expect.poll(() => device.has("first"), waits).toBe(true);
  device.tap("first", "a", "Enter", "b");
  expect([device.find("first").text, device.find("second").text]).toEqual(["a", "b"]);
  device.tap("Enter");
  await expect.poll(() => device.has("it was sent"), waits).toBe(true);
});

test("shows the keys for each kind of field", async () => {
  await using device = await DeviceDriver.start();
  const page = `<form><input type=number name=n><input type=tel name=t><input type=email name=e><input type=url name=u><input type=search name=s>`;
  await device.files.write("/sdcard/Download/f.html", Buffer.from(page), "replace");
  device.ui.activities.startIntent({
    packageName: "com.terrarium.browser",
    action: "android.intent.action.VIEW",
    dataUri: "file:///sdcard/Download/f.html",
  });
  await expect.poll(() => device.has("n"), waits).toBe(true);
  const keys = (field: string): string[] => {
    device.tap(field);
    const found = ["1", "#", "@", "/", ",", "q", "-"].filter((key) =>
      device.ui.nodes().some((node) => node.packageName === "com.terrarium.keyboard" && node.label === key),
    );
    device.press(4);
    return found;
  };
  expect(keys("n")).toEqual(["1", ",", "-"]);
  expect(keys("t")).toEqual(["1", "#", ","]);
  expect(keys("e")).toEqual(["@", "q"]);
  expect(keys("u")).toEqual(["/", "q"]);
  expect(keys("s")).toEqual([",", "q"]);
});
