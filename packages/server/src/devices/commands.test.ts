import { setImmediate as nextTurn } from "node:timers/promises";
import { Adb, AdbBanner, type AdbTransport } from "@yume-chan/adb";
import { PushReadableStream, WritableStream } from "@yume-chan/stream-extra";
import { expect, test, vi } from "vitest";
import { takeScreenshot } from "./commands.ts";

test("a screenshot that comes too late is given up, and leaves no promise to nobody", async () => {
  const unowned = vi.fn<(error: unknown) => void>();
  process.on("unhandledRejection", unowned);
  const close = vi.fn<() => void>();
  // A device that opens what it is asked for, and then says nothing.
  const transport = {
    banner: AdbBanner.parse("device::features=shell_v2"),
    clientFeatures: [],
    connect: (service: string) => ({
      service,
      readable: new PushReadableStream<Uint8Array>(() => undefined),
      writable: new WritableStream(),
      closed: new Promise(() => undefined),
      close,
    }),
  } as unknown as AdbTransport;
  await expect(takeScreenshot(new Adb(transport), 20)).rejects.toThrow("the screenshot did not finish within 20 ms");
  await nextTurn();
  process.off("unhandledRejection", unowned);
  expect(close).toHaveBeenCalled();
  expect(unowned).not.toHaveBeenCalled();
});
