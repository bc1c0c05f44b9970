import { setImmediate as nextTurn } from "node:timers/promises";
import type { AdbDaemonSocketController } from "@yume-chan/adb";
import { Consumable } from "@yume-chan/stream-extra";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentDevice } from "../testing/silent-device.ts";

const unowned = vi.fn<(error: unknown) => void>();
beforeEach(() => {
  unowned.mockClear();
  process.on("unhandledRejection", unowned);
});
afterEach(() => {
  process.off("unhandledRejection", unowned);
});

test.each([
  ["is closed here", (controller: AdbDaemonSocketController) => controller.close()],
  ["loses its connection", async (controller: AdbDaemonSocketController) => controller.dispose()],
])("a socket that %s settles all writes without unhandled rejections", async (_name, end) => {
  const { transport, controllers, sent } = silentDevice();
  const socket = await transport.connect("sync:");
  const writer = socket.writable.getWriter();
  // Tango writes files and control messages like this: the bytes, and a promise that they were consumed.
  const write = () => Consumable.WritableStream.write(writer, Uint8Array.of(1));
  await write();
  const waiting = [write(), write()];
  await nextTurn();
  expect(sent).toHaveLength(1);
  for (const controller of controllers) await end(controller);
  await Promise.all(waiting);
  await write();
  await nextTurn();
  expect(unowned).not.toHaveBeenCalled();
});
