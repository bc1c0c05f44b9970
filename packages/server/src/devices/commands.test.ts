import { setImmediate as nextTurn } from "node:timers/promises";
import { Adb, AdbCommand } from "@yume-chan/adb";
import { expect, test, vi } from "vitest";
import { runCommand, takeScreenshot } from "./commands.ts";
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

test("a command whose output says that it is longer than a packet of any device fails, and is ended", async () => {
  const { transport, controllers, sent } = silentDevice();
  const running = runCommand(new Adb(transport), "ls");
  await nextTurn();
  await controllers[0]?.enqueue(Buffer.of(1, 0, 0, 0, 0x80));
  await expect(running).rejects.toThrow("Socket ended without exit message");
  expect(sent).toEqual([[AdbCommand.Close, 1, 1, new Uint8Array()]]);
});
