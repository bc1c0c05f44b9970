import { setImmediate as nextTurn } from "node:timers/promises";
import { Adb } from "@yume-chan/adb";
import { expect, test, vi } from "vitest";
import { takeScreenshot } from "./commands.ts";
import { silentDevice } from "./testing/silent-device.ts";

test("a screenshot that comes too late is given up, and leaves no promise to nobody", async () => {
  const unowned = vi.fn<(error: unknown) => void>();
  process.on("unhandledRejection", unowned);
  const { transport, controllers } = silentDevice();
  await expect(takeScreenshot(new Adb(transport), 20)).rejects.toThrow("the screenshot did not finish within 20 ms");
  await nextTurn();
  process.off("unhandledRejection", unowned);
  expect(controllers).toHaveLength(1);
  expect(unowned).not.toHaveBeenCalled();
});
