import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { createClock } from "@terrarium/phone-system/create-clock";
import { expect, test } from "vitest";
import { answerScreenCalls } from "./answer-screen-calls.ts";

/** Keeps all threads for file access busy, like a slow disk. */
const holdUpFiles = () =>
  Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)("", "", 200_000, 32, "sha256")));

test.each([
  { opened: "Documents", shows: "plan.txt" },
  { opened: "plan.txt", shows: "Tent and rope" },
])("waits until $opened is read, even from a slow disk", async ({ opened, shows }) => {
  await using device = await DeviceDriver.start();
  await device.files.makeFolder("/sdcard/Documents", true);
  await device.files.write("/sdcard/Documents/plan.txt", Buffer.from("Tent and rope"), "replace");
  const screen = answerScreenCalls({ ui: device.ui, clock: createClock() });
  device.tap("Files");
  for (const name of ["Documents", "plan.txt"]) {
    await device.shows(name);
    if (name === opened) break;
    device.tap(name);
  }
  const held = holdUpFiles();
  device.tap(opened);
  await screen.screenAtRest();
  expect(device.has(shows)).toBe(true);
  await held;
});
