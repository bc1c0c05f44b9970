import { Duplex } from "node:stream";
import { VideoDecoder, EncodedVideoChunk } from "@napi-rs/webcodecs";
import { startScrcpyServer } from "@terrarium/adb-device/scrcpy/scrcpy-server";
import { splitUnits, unitType } from "@terrarium/adb-device/video/annex-b";
import { openX264 } from "@terrarium/adb-device/video/encoder/x264-encoder";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import type { SystemUi } from "@terrarium/phone-system/system-ui";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { DeviceMessageReader, type DeviceMessage } from "@terrarium/scrcpy/device-message";
import { VideoStreamReader, type VideoEvent } from "@terrarium/scrcpy/video";
import { AdbScrcpyOptions3_3_3 } from "@yume-chan/adb-scrcpy";
import { ScrcpyControlMessageSerializer, ScrcpyVideoCodecId, type ScrcpyMediaStreamPacket } from "@yume-chan/scrcpy";
import { afterEach, beforeEach, expect, test } from "vitest";

let ui: SystemUi;
let sockets: VirtualSockets;
let device: DeviceDriver;
let printed: string;
const log = (text: string): void => {
  printed += text;
};

beforeEach(async () => {
  printed = "";
  sockets = new VirtualSockets();
  device = await DeviceDriver.start({ widthPx: 480, heightPx: 800, densityDpi: 240 });
  ui = device.ui;
});

afterEach(() => device[Symbol.asyncDispose]());

function connect(name: string): Duplex {
  const socket = sockets.connect(`localabstract:${name}`);
  if (!socket) throw new Error(`nobody listens on ${name}: ${printed}`);
  return socket;
}

/** Yields the events of a video socket in order. */
async function* videoEvents(
  socket: Duplex,
  reader = new VideoStreamReader({ dummyByte: true }),
): AsyncGenerator<VideoEvent> {
  for await (const chunk of socket) yield* reader.push(chunk as Uint8Array);
}

async function nextPacket(events: AsyncGenerator<VideoEvent>): Promise<Extract<VideoEvent, { type: "packet" }>> {
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error("the stream ended");
    if (value.type === "packet") return value;
  }
}

test("Tango's client options parse the stream over a forward tunnel", async () => {
  const tango = new AdbScrcpyOptions3_3_3({
    scid: "0000abcd",
    tunnelForward: true,
    video: true,
    audio: true,
    control: true,
    maxSize: 400,
  });
  const server = startScrcpyServer({
    args: [tango.version, ...tango.serialize()],
    screen: ui,
    sockets,
    openEncoder: openX264,
    log,
    deviceName: "Pixel of moss",
  });
  const video = connect("scrcpy_0000abcd");
  expect((await video[Symbol.asyncIterator]().next()).done).toBe(false); // the dummy byte precedes the other sockets
  server.stop();
  expect(await server.exited).toBe(0);

  const again = startScrcpyServer({
    args: [tango.version, ...tango.serialize(), "send_dummy_byte=false"],
    screen: ui,
    sockets,
    openEncoder: openX264,
    log,
    deviceName: "Pixel of moss",
  });
  const [videoSocket, audioSocket, controlSocket] = [
    connect("scrcpy_0000abcd"),
    connect("scrcpy_0000abcd"),
    connect("scrcpy_0000abcd"),
  ];
  const parsed = await tango.parseVideoStreamMetadata(Duplex.toWeb(videoSocket).readable as never);
  expect(parsed.metadata).toMatchObject({
    deviceName: "Pixel of moss",
    codec: ScrcpyVideoCodecId.H264,
    width: 240,
    height: 400,
  });
  const packets = parsed.stream.pipeThrough(tango.createMediaStreamTransformer()).getReader();
  const config = (await packets.read()).value as ScrcpyMediaStreamPacket;
  const key = (await packets.read()).value as ScrcpyMediaStreamPacket;
  expect(config.type).toBe("configuration");
  expect(key).toMatchObject({ type: "data", keyframe: true });
  expect(await tango.parseAudioStreamMetadata(Duplex.toWeb(audioSocket).readable as never)).toEqual({
    type: "disabled",
  });

  const serializer = new ScrcpyControlMessageSerializer(tango);
  const tap = { pointerId: 1n, pressure: 1, actionButton: 0, buttons: 0, videoWidth: 240, videoHeight: 400 };
  const notes = ui.nodes().find((node) => node.label === "Notes" && node.clickable)!;
  const at = {
    pointerX: (notes.bounds.left + notes.bounds.right) / 4,
    pointerY: (notes.bounds.top + notes.bounds.bottom) / 4,
  };
  controlSocket.write(serializer.injectTouch({ action: 0, ...tap, ...at }));
  controlSocket.write(serializer.injectTouch({ action: 1, ...tap, ...at }));
  await expect.poll(() => ui.activities.foreground().label).toBe("Notes");
  controlSocket.write(serializer.backOrScreenOn(0)!);
  await expect.poll(() => ui.activities.foreground().label).toBe("Home");

  controlSocket.destroy();
  expect(await again.exited).toBe(0);
});

test("starts with parameter sets and a decodable key frame", async () => {
  startScrcpyServer({
    args: ["3.3.4", "tunnel_forward=true", "audio=false", "control=false"],
    screen: ui,
    sockets,
    openEncoder: openX264,
    log,
  });
  const events = videoEvents(connect("scrcpy"));
  const config = await nextPacket(events);
  expect(config.kind).toBe("config");
  expect(splitUnits(config.data).map(unitType)).toEqual([7, 8]);
  const key = await nextPacket(events);
  expect(key.kind).toBe("key");
  expect(new Set(splitUnits(key.data).map(unitType))).toEqual(new Set([5]));

  const { promise: decoded, resolve, reject } = Promise.withResolvers<[number, number]>();
  const decoder = new VideoDecoder({
    output: (frame) => {
      resolve([frame.displayWidth, frame.displayHeight]);
      frame.close();
    },
    error: reject,
  });
  decoder.configure({ codec: "avc1.42E01F", optimizeForLatency: true });
  decoder.decode(
    new EncodedVideoChunk({ type: "key", timestamp: key.ptsUs, data: Buffer.concat([config.data, key.data]) }),
  );
  await decoder.flush();
  expect(await decoded).toEqual([480, 800]);
  decoder.close();

  ui.activities.start("com.terrarium.calculator");
  const change = await nextPacket(events);
  expect(change.kind).toBe("delta");
  expect(change.ptsUs).toBeGreaterThan(key.ptsUs);
});

/** Returns the size of a decoded key frame. */
async function decodedSize(config: Uint8Array, key: Uint8Array): Promise<[widthPx: number, heightPx: number]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number, number]>();
  const decoder = new VideoDecoder({
    output: (frame) => {
      resolve([frame.displayWidth, frame.displayHeight]);
      frame.close();
    },
    error: reject,
  });
  decoder.configure({ codec: "avc1.42E01F", optimizeForLatency: true });
  decoder.decode(new EncodedVideoChunk({ type: "key", timestamp: 0, data: Buffer.concat([config, key]) }));
  await decoder.flush();
  const size = await promise;
  decoder.close();
  return size;
}

test("sends parameter sets and a later key frame after rotation", async () => {
  startScrcpyServer({
    args: ["3.3.4", "tunnel_forward=true", "audio=false"],
    screen: ui,
    sockets,
    openEncoder: openX264,
    log,
  });
  const events = videoEvents(connect("scrcpy"));
  const control = connect("scrcpy");
  await nextPacket(events);
  const before = await nextPacket(events);
  control.write(serializeControlMessage({ type: "rotateDevice" }));
  let config;
  do config = await nextPacket(events);
  while (config.kind !== "config");
  const key = await nextPacket(events);
  expect(key.kind).toBe("key");
  expect(key.ptsUs).toBeGreaterThan(before.ptsUs);
  expect(await decodedSize(config.data, key.data)).toEqual([800, 480]);
  expect(ui.display.rotation).toBe(1);
});

test("a client opens and closes the panels and wakes the device", async () => {
  startScrcpyServer({
    args: ["3.3.4", "tunnel_forward=true", "video=false", "audio=false"],
    screen: ui,
    sockets,
    openEncoder: openX264,
    log,
  });
  const control = connect("scrcpy");
  control.write(serializeControlMessage({ type: "expandNotificationPanel" }));
  await expect.poll(() => device.has("No notifications")).toBe(true);
  control.write(serializeControlMessage({ type: "expandSettingsPanel" }));
  await expect.poll(() => device.has("Airplane mode, Off")).toBe(true);
  control.write(serializeControlMessage({ type: "collapsePanels" }));
  await expect.poll(() => device.has("Airplane mode, Off")).toBe(false);
  ui.power.sleep();
  control.write(serializeControlMessage({ type: "backOrScreenOn", action: 0 }));
  await expect.poll(() => ui.power.awake).toBe(true);
  control.write(serializeControlMessage({ type: "setDisplayPower", on: false }));
  await expect.poll(() => ui.power.displayOn).toBe(false);
  expect(ui.power.awake).toBe(true);
});

test("sends a key frame for a second viewer and a reset", async () => {
  const args = (scid: string): string[] => ["3.3.4", `scid=${scid}`, "tunnel_forward=true", "audio=false"];
  startScrcpyServer({ args: args("1"), screen: ui, sockets, openEncoder: openX264, log });
  startScrcpyServer({ args: args("2"), screen: ui, sockets, openEncoder: openX264, log });
  const first = videoEvents(connect("scrcpy_00000001"));
  connect("scrcpy_00000001");
  expect((await nextPacket(first)).kind).toBe("config");
  expect((await nextPacket(first)).kind).toBe("key");
  const second = videoEvents(connect("scrcpy_00000002"));
  const control = connect("scrcpy_00000002");
  expect((await nextPacket(second)).kind).toBe("config");
  expect((await nextPacket(second)).kind).toBe("key");
  control.write(serializeControlMessage({ type: "resetVideo" }));
  let kind: string;
  do ({ kind } = await nextPacket(second));
  while (kind === "delta");
  expect(kind).toBe("config");
  expect((await nextPacket(second)).kind).toBe("key");
});

test("shares the clipboard both ways", async () => {
  startScrcpyServer({
    args: ["3.3.4", "tunnel_forward=true", "video=false", "audio=false"],
    screen: ui,
    sockets,
    openEncoder: openX264,
    log,
  });
  const control = connect("scrcpy");
  const received: DeviceMessage[] = [];
  const reader = new DeviceMessageReader();
  let preambleBytes = 65; // dummy byte and device name
  control.on("data", (chunk: Buffer) => {
    const skipped = Math.min(preambleBytes, chunk.length);
    preambleBytes -= skipped;
    received.push(...reader.push(chunk.subarray(skipped)));
  });
  control.write(serializeControlMessage({ type: "setClipboard", sequence: 7n, paste: false, text: "moss ✓" }));
  await expect.poll(() => received).toEqual([{ type: "ackClipboard", sequence: 7n }]);
  expect(ui.clipboard.get()).toBe("moss ✓");
  ui.clipboard.set("from the device");
  control.write(serializeControlMessage({ type: "getClipboard", copyKey: 0 }));
  const clipboard = { type: "clipboard", text: "from the device" };
  await expect.poll(() => received.slice(1)).toEqual([clipboard, clipboard]);
});

test("connects over a reverse tunnel without a dummy byte", async () => {
  const { promise, resolve } = Promise.withResolvers<Duplex>();
  sockets.listen("localabstract:scrcpy_0000000a", resolve);
  startScrcpyServer({
    args: ["3.3.1", "scid=a", "audio=false", "control=false"],
    screen: ui,
    sockets,
    openEncoder: openX264,
    log,
  });
  const events = videoEvents(await promise, new VideoStreamReader());
  expect((await events.next()).value).toEqual({ type: "device", name: "Terrarium" });
  expect((await events.next()).value).toMatchObject({ type: "header", widthPx: 480, heightPx: 800 });
});

test.each([
  [["2.4", "tunnel_forward=true"], "does not match the client (2.4)"],
  [["3.3.4", "video_codec=h265"], "no h265 encoder"],
  [["3.3.4", "max_size=big"], 'max_size "big"'],
  [["3.3.4", "video=false", "audio=false", "control=false"], "Nothing to do"],
  [["3.3.4", "scid=b"], "Could not connect to localabstract:scrcpy_0000000b"],
  [[], "missing the client version"],
])("rejects %j with a reason", async (args, reason) => {
  const server = startScrcpyServer({ args, screen: ui, sockets, openEncoder: openX264, log });
  expect(await server.exited).toBe(1);
  expect(printed).toContain(reason);
});

test("ignores an unknown control message", async () => {
  startScrcpyServer({
    args: ["3.3.4", "tunnel_forward=true", "video=false", "audio=false"],
    screen: ui,
    sockets,
    openEncoder: openX264,
    log,
  });
  const control = connect("scrcpy");
  control.write(Uint8Array.of(200, 1, 2, 3));
  await expect.poll(() => printed).toContain("Unknown control message 200");
  control.write(serializeControlMessage({ type: "startApp", name: "?calc" }));
  await expect.poll(() => ui.activities.foreground().label).toBe("Calculator");
});
