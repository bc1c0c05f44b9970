import { randomBytes } from "node:crypto";
import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { connectAdb } from "@terrarium/device-control/adb/connect-adb";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { pushScrcpyServer, type ScrcpyServer } from "@terrarium/device-control/screen/scrcpy-server";
import { startScrcpy } from "@terrarium/device-control/screen/screen-mirror";
import { createDeviceSessions } from "@terrarium/device-control/session/tango-device-sessions";
import {
  type PlainAndroid,
  type PlainAndroidOptions,
  startPlainAndroid,
} from "@terrarium/device-control/testing/plain-android";
import { startTestDevice, type TestDevice } from "@terrarium/device-control/testing/start-test-device";
import { KEY_ACTIONS, TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { answersAdb } from "../adb-answer.ts";

const OURS: ScrcpyServer = { version: "3.3.1", bytes: randomBytes(90_788) };

describe("a session with real Android", () => {
  let device: TestDevice;
  beforeAll(async () => void (device = await startTestDevice()));
  afterAll(() => device.stop());

  async function open(
    options: PlainAndroidOptions & { ours?: ScrcpyServer } = {},
  ): Promise<{ android: PlainAndroid; session: DeviceSession }> {
    const { ours, ...plain } = options;
    const android = await startPlainAndroid(device.target, plain);
    const sessions = createDeviceSessions({ log: pino({ level: "silent" }), scrcpyServer: ours });
    onTestFinished(async () => {
      await sessions.closeAll();
      await android.close();
    });
    return { android, session: await sessions.get({ ...device.target, address: android.address }) };
  }

  async function watch(session: DeviceSession) {
    const events: ScreenEvent[] = [];
    const packets: ReceivedPacket[] = [];
    const subscription = await session.watchScreen({
      event: (event) => void events.push(event),
      packet: (packet) => void packets.push(packet),
      end: () => undefined,
    });
    return { events, packets, subscription };
  }

  test("is ready although its ADB needs no authentication", async () => {
    const { android, session } = await open();
    expect(await answersAdb(android.address)).toBe(true);
    expect((await session.run("echo in")).exitCode).toBe(0);
  });

  test("runs our screen server and limits its video", async () => {
    const { android, session } = await open({ scrcpyServer: OURS, ours: OURS });
    const { events, packets } = await watch(session);
    expect(packets.slice(0, 2).map(({ kind }) => kind)).toEqual(["config", "key"]);
    expect(events).toEqual([{ type: "screen", codec: "h264", width: 360, height: 640 }]);
    const started = android.commands.find((command) => command.includes("scrcpy"));
    expect(started).toMatch(/^CLASSPATH=\/data\/local\/tmp\/scrcpy-server-v3\.3\.1\.jar app_process .* 3\.3\.1 /);
    expect(started).toContain("max_size=1280");
    expect(started).toContain("video_bit_rate=2000000");
    expect(started).toContain("cleanup=false");
    expect(started).not.toContain("profile");
    expect(android.commands).toContain("input keyevent 224; wm dismiss-keyguard");
  });

  test.each([
    ["without our server", {}],
    [
      "where our server is of another version than it says",
      { scrcpyServer: OURS, ours: { ...OURS, version: "3.3.2" } },
    ],
    ["where no encoder works", { scrcpyServer: OURS, ours: OURS, codecs: [] }],
  ])("shows screenshots %s and accepts input", async (_name, options) => {
    const { android, session } = await open({ ...options, hasSeveralDisplays: true });
    const { events, packets, subscription } = await watch(session);
    expect(packets.map(({ kind }) => kind).slice(0, 2)).toEqual(["config", "key"]);
    expect(events).toEqual([{ type: "screen", codec: "png", width: 360, height: 640 }]);
    expect(Buffer.from(packets[1]?.data ?? []).toString("latin1", 1, 4)).toBe("PNG");

    const touch = (action: number, x: number, y: number) =>
      subscription.control(
        serializeControlMessage({
          type: "touch",
          action,
          pointerId: -2n,
          x,
          y,
          screenWidthPx: 360,
          screenHeightPx: 640,
          pressure: 1,
          actionButton: 0,
          buttons: 0,
        }),
      );
    await touch(TOUCH_ACTIONS.down, 60, 500);
    await touch(TOUCH_ACTIONS.up, 62, 501);
    const key = { type: "key", keyCode: KEY_CODES.home, repeat: 0, metaState: 0 } as const;
    await subscription.control(serializeControlMessage({ ...key, action: KEY_ACTIONS.down }));
    await subscription.control(serializeControlMessage({ ...key, action: KEY_ACTIONS.up }));
    expect(android.commands.filter((command) => command.startsWith("input")).slice(-2)).toEqual([
      "input tap 60 500",
      "input keyevent 3",
    ]);
    await session.run("wm size 300x600");
    await expect.poll(() => events).toContainEqual({ ...events[0], width: 300, height: 600 });
    await session.run("wm size reset");
    subscription.close();
  });

  test("gives up a screen server that sends nothing", async () => {
    const android = await startPlainAndroid(device.target, { scrcpyServer: OURS, hasMuteScreen: true });
    const connection = await connectAdb({ ...device.target, address: android.address });
    onTestFinished(async () => {
      connection.close();
      await android.close();
    });
    const { adb } = connection;
    const start = { path: await pushScrcpyServer(adb, OURS), version: OURS.version, codec: "h264" } as const;
    const events = { event: () => undefined, packet: () => undefined, end: () => undefined };
    await expect(startScrcpy(connection, events, start, 200)).rejects.toThrow(
      "the screen's description did not finish within 200 ms",
    );
    expect(await adb.subprocess.shellProtocol?.spawnWaitText("echo goes on")).toMatchObject({ stdout: "goes on\n" });
  });

  test("takes screenshots and pixels without the warning of several displays", async () => {
    const { session } = await open({ hasSeveralDisplays: true });
    expect(Buffer.from(await session.screenshotPng()).readUInt32BE(16)).toBe(360);
    expect(await session.screenPixels()).toMatchObject({ widthPx: 360, heightPx: 640 });
  });

  describe("text", () => {
    test("in ASCII is typed by `input text`", async () => {
      const { android, session } = await open();
      await session.typeText("it's $HOME");
      expect(android.commands).toContain("input text 'it'\\''s $HOME'");
    });

    test("in other scripts, or with special signs, is pasted", async () => {
      const { android, session } = await open({ scrcpyServer: OURS, ours: OURS });
      for (const text of ["Grüße 你好 👍", "100%sure"]) {
        await session.typeText(text);
        await expect
          .poll(async () => Buffer.from((await session.run("cmd clipboard get-primary-clip")).stdout).toString())
          .toContain(text);
      }
      expect(android.commands.filter((command) => command.startsWith("input text"))).toEqual([]);
    });

    test("in other scripts is rejected without a clipboard", async () => {
      const { session } = await open();
      await expect(session.typeText("Grüße")).rejects.toMatchObject({
        code: "device_failed",
        message: expect.stringContaining("accepts only ASCII text"),
      });
    });
  });
});
