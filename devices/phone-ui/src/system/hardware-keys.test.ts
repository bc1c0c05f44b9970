import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { expect, test } from "vitest";
import { pressHardwareKey, type HardwareKeyTarget } from "./hardware-keys.ts";

/** Returns the key's action in words, and whether the key was handled. */
function press(keyCode: number, awake: boolean): [does: string, taken: boolean] {
  const done: string[] = [];
  const does = (what: string) => (steps?: number) => void done.push(steps === undefined ? what : `${what} ${steps}`);
  const target: HardwareKeyTarget = {
    awake,
    wake: does("wake"),
    sleep: does("sleep"),
    changeVolume: does("volume"),
    muteVolume: does("mute"),
    changeBrightness: does("brightness"),
    takeScreenshot: does("screenshot"),
    toggleShade: does("shade"),
    allApps: does("apps"),
  };
  const taken = pressHardwareKey(keyCode, target);
  return [done.join(), taken];
}

test.each([
  ["power", "sleep", "wake"],
  ["wakeUp", "wake", "wake"],
  ["sleep", "sleep", "sleep"],
  ["softSleep", "sleep", "sleep"],
  ["volumeUp", "volume 1", "volume 1"],
  ["volumeDown", "volume -1", "volume -1"],
  ["volumeMute", "mute", "mute"],
  ["brightnessUp", "brightness 1", "brightness 1"],
  ["brightnessDown", "brightness -1", "brightness -1"],
  ["sysrq", "screenshot", "screenshot"],
] as const)("%s does %j with the screen on and %j off", (key, lit, dark) => {
  expect([press(KEY_CODES[key], true), press(KEY_CODES[key], false)]).toEqual([
    [lit, true],
    [dark, true],
  ]);
});

test.each([
  ["notification", "shade"],
  ["allApps", "apps"],
  ["search", "apps"],
] as const)("%s does %j only while the screen is on", (key, lit) => {
  expect([press(KEY_CODES[key], true), press(KEY_CODES[key], false)]).toEqual([
    [lit, true],
    ["", false],
  ]);
});

test.each(["home", "back", "enter", "dpadUp", "del"] as const)("%s is not a hardware key", (key) => {
  expect(press(KEY_CODES[key], true)).toEqual(["", false]);
});
