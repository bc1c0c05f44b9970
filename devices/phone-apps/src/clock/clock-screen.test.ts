import { expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { provideClock } from "./testing/provide-clock.ts";

let device: DeviceDriver;
const { open, controls } = provideClock((started) => (device = started));

test("every page fits the smallest phone in both themes", () => {
  for (const [size, theme] of [
    ["320,480", "1"],
    ["320,480", "2"],
    ["640,360", "1"],
  ] as const) {
    device.ui.settings.put("global", "display_size_forced", size);
    device.ui.settings.put("secure", "ui_night_mode", theme);
    for (const tab of ["Alarms", "World", "Timer", "Stopwatch"]) {
      open(tab);
      const { widthPx, heightPx } = device.ui.display;
      for (const node of controls("").filter((each) => each.clickable)) {
        expect([tab, node.id, node.bounds.right <= widthPx, node.bounds.bottom <= heightPx]).toEqual([
          tab,
          node.id,
          true,
          true,
        ]);
      }
    }
  }
  expect(device.logged).toEqual([]);
});
