import { serializeDeviceMessage } from "@terrarium/scrcpy/device-message";
import {
  serializeDeviceName,
  serializeVideoHeader,
  serializeVideoPacket,
  VIDEO_CODEC_IDS,
} from "@terrarium/scrcpy/video";
import { Adb, AdbCommand, type AdbDaemonSocketController } from "@yume-chan/adb";
import { expect, test, vi } from "vitest";
import { silentDevice } from "../testing/silent-device.ts";
import { BUILT_IN_SERVER, startScrcpy } from "./screen-mirror.ts";

/** Starts the screen of a device, which sends one frame. */
async function startScreen() {
  const device = silentDevice();
  const events = { event: vi.fn<() => void>(), packet: vi.fn<() => void>(), end: vi.fn<(detail: string) => void>() };
  const starting = startScrcpy({ adb: new Adb(device.transport), share: device.share }, events, BUILT_IN_SERVER);
  /** Returns the nth opened stream: the server, its video, its control. */
  const opened = async (nth: number): Promise<AdbDaemonSocketController> => {
    await expect.poll(() => device.controllers.length).toBeGreaterThan(nth);
    const { [nth]: controller } = device.controllers;
    if (!controller) throw new Error("it was not opened");
    return controller;
  };
  const video = await opened(1);
  const header = serializeVideoHeader({ codecId: VIDEO_CODEC_IDS.h264, widthPx: 360, heightPx: 640 });
  await video.enqueue(Buffer.concat([Buffer.of(0), serializeDeviceName("phone"), header]));
  const control = await opened(2);
  await video.enqueue(serializeVideoPacket({ kind: "key", ptsUs: 0, data: Buffer.alloc(8) }));
  const mirror = await starting;
  return { ...device, events, video, control, mirror };
}

const MESSAGES = 2_000;
/** A round handles about 150 messages, and up to three rounds can fall between two counts. */
const MESSAGES_BETWEEN_COUNTS = 500;

test.each([
  ["pictures", "video", serializeVideoPacket({ kind: "delta", ptsUs: 1, data: new Uint8Array() }), "packet"],
  ["clipboards", "control", serializeDeviceMessage({ type: "clipboard", text: "" }), "event"],
] as const)("empty %s leave the event loop to others", async (_what, socket, message, name) => {
  const { events, mirror, ...sockets } = await startScreen();
  const perRound: number[] = [];
  const count = (): void => {
    perRound.push(events[name].mock.calls.length);
    if ((perRound.at(-1) ?? 0) < MESSAGES) setImmediate(count);
  };
  count();
  void sockets[socket].enqueue(Buffer.concat(Array.from({ length: MESSAGES }, () => message)));
  await expect.poll(() => perRound.at(-1)).toBeGreaterThanOrEqual(MESSAGES);
  const most = Math.max(...perRound.map((calls, index) => calls - (perRound[index - 1] ?? 0)));
  expect(most).toBeLessThanOrEqual(MESSAGES_BETWEEN_COUNTS);
  await mirror.close();
});

test("ends the mirror when a clipboard claims 2 GiB", async () => {
  const { events, control, sent } = await startScreen();
  await control.enqueue(serializeDeviceMessage({ type: "clipboard", text: "copied" }));
  await expect.poll(() => events.event.mock.calls).toContainEqual([{ type: "clipboard", text: "copied" }]);
  expect(events.end).not.toHaveBeenCalled();
  await control.enqueue(Buffer.of(0, 0x80, 0, 0, 0));
  await expect.poll(() => events.end.mock.calls.length).toBe(1);
  expect(events.end).toHaveBeenCalledWith(expect.stringMatching(/^clipboard of 2147483648 bytes/));
  expect(sent).toEqual([[AdbCommand.Close, 1, 1, new Uint8Array()]]);
});
