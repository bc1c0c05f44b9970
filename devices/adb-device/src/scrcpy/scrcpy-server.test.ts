import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { COPY_KEYS, KEY_ACTIONS, POINTER_IDS, TOUCH_ACTIONS, type ControlMessage } from "@terrarium/scrcpy/control";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { DeviceMessageReader, type DeviceMessage } from "@terrarium/scrcpy/device-message";
import type { VideoPacket } from "@terrarium/scrcpy/video";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { KEY_CODES } from "../key-codes.ts";
import { createTestScreen, type TestScreen } from "../testing/test-screen.ts";
import { openX264 } from "../video/encoder/x264-encoder.ts";
import { VideoSource, type VideoViewer } from "../video/video-source.ts";
import { VirtualSockets } from "../virtual-sockets.ts";
import { startScrcpyServer } from "./scrcpy-server.ts";

/** Retries long enough for a busy machine. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 90_000, interval: 5 });

const ADDRESS = "localabstract:scrcpy";
const DUMMY_BYTE = "00";
const AUDIO_DISABLED = "00000000";

let screen: TestScreen;
let sockets: VirtualSockets;
let logged: string;
/** Viewers of the screen; no encoder runs. */
let viewers: VideoViewer[];
let keyFramesWanted: number;

beforeEach(() => {
  screen = createTestScreen();
  sockets = new VirtualSockets();
  logged = "";
  viewers = [];
  keyFramesWanted = 0;
  vi.spyOn(VideoSource.prototype, "watch").mockImplementation((viewer) => {
    viewers.push(viewer);
    return () => void viewers.splice(viewers.indexOf(viewer), 1);
  });
  vi.spyOn(VideoSource.prototype, "requestKeyFrame").mockImplementation(() => void keyFramesWanted++);
});

afterEach(() => vi.restoreAllMocks());

function start(...args: string[]) {
  return startScrcpyServer({
    args: ["3.3.4", ...args],
    screen,
    sockets,
    openEncoder: openX264,
    log: (text) => void (logged += text),
  });
}

/** A client's end of one connection, with the data received while it reads. */
class Client {
  readonly socket: Duplex;
  bytes = Buffer.alloc(0);
  closed = false;

  constructor(reads = true) {
    const socket = sockets.connect(ADDRESS);
    if (!socket) throw new Error("nobody listens");
    this.socket = socket;
    socket.on("close", () => (this.closed = true));
    socket.on("end", () => (this.closed = true));
    if (reads) this.read();
  }

  read(): void {
    this.socket.on("data", (chunk: Buffer) => (this.bytes = Buffer.concat([this.bytes, chunk])));
  }

  get hex(): string {
    return this.bytes.toString("hex");
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

const packet = (kind: VideoPacket["kind"], bytes = 10, ptsUs = 0): VideoPacket => ({
  kind,
  ptsUs,
  data: Buffer.alloc(bytes, kind.charAt(0)),
});

describe("a server that does not stream", () => {
  test.each([
    ["another version", ["2.0"], "The server version (3.3.4) does not match the client (2.0)"],
    ["no key=value", ["3.3.4", "nonsense"], '"nonsense" is not key=value'],
    ["another codec", ["3.3.4", "video_codec=h265"], "There is no h265 encoder; use video_codec=h264"],
    ["nothing to do", ["3.3.4", "video=false", "audio=false", "control=false"], "Nothing to do"],
    ["a client that does not listen", ["3.3.4"], "Could not connect to localabstract:scrcpy"],
  ])("exits with 1 and a reason for %s", async (_name, args, reason) => {
    const server = startScrcpyServer({
      args,
      screen,
      sockets,
      openEncoder: openX264,
      log: (text) => void (logged += text),
    });
    expect(await server.exited).toBe(1);
    expect(logged).toContain(`[server] ERROR: ${reason}`);
    expect(sockets.connect(ADDRESS)).toBeUndefined();
    expect(() => server.stop()).not.toThrow();
  });

  test.each([
    ["list_encoders", "--video-codec=h264"],
    ["list_displays", "--display-id=0    (320x480)"],
    ["list_cameras", "(none)"],
    ["list_apps", " - Map                            org.example.map\n"],
  ])("prints the result of %s and exits with 0", async (option, listed) => {
    expect(await start(`${option}=true`).exited).toBe(0);
    expect(logged).toContain(listed);
    expect(sockets.connect(ADDRESS)).toBeUndefined();
  });
});

describe("connections over a forward tunnel", () => {
  test("carry video, audio, control; only the first sends a byte", async () => {
    start("tunnel_forward=true");
    const [video, audio] = [new Client(), new Client()];
    await settle();
    // The device is not introduced before all connections exist.
    expect([video.hex, audio.hex]).toEqual([DUMMY_BYTE, ""]);
    const control = new Client();
    await settle();
    expect(video.hex).toBe(
      DUMMY_BYTE + Buffer.from("Terrarium").toString("hex").padEnd(128, "0") + "6832363400000140000001e0",
    );
    expect([audio.hex, control.hex]).toEqual([AUDIO_DISABLED, ""]);
    expect(sockets.connect(ADDRESS)).toBeUndefined();
  });

  test("carry only the raw stream when requested", async () => {
    start("tunnel_forward=true", "raw_stream=true", "audio=false", "control=false");
    const video = new Client();
    await settle();
    viewers[0]?.onPacket(packet("config"));
    viewers[0]?.onPacket(packet("key"));
    await settle();
    expect(video.bytes).toEqual(Buffer.concat([packet("config").data, packet("key").data]));
  });

  test("support control alone, which then introduces the device", async () => {
    start("tunnel_forward=true", "video=false", "audio=false");
    const control = new Client();
    await settle();
    expect(control.bytes.toString("latin1", 1, 10)).toBe("Terrarium");
    expect(viewers).toHaveLength(0);
  });

  test.each([0, 1, 2])("end all when one hangs up (index %s), and exit with 0", async (which) => {
    const server = start("tunnel_forward=true");
    const clients = [new Client(), new Client(), new Client()];
    await settle();
    expect(viewers).toHaveLength(1);
    clients[which]?.socket.end();
    expect(await server.exited).toBe(0);
    await settle();
    expect([viewers.length, clients.map(({ closed }) => closed)]).toEqual([0, [true, true, true]]);
  });

  test("end and free the address when the client leaves early", async () => {
    const server = start("tunnel_forward=true");
    new Client().socket.destroy();
    expect(await server.exited).toBe(0);
    expect(sockets.connect(ADDRESS)).toBeUndefined();
    start("tunnel_forward=true");
    expect(sockets.connect(ADDRESS)).toBeDefined();
  });

  test("end with the server", async () => {
    const server = start("tunnel_forward=true");
    const clients = [new Client(), new Client(), new Client()];
    server.stop();
    server.stop();
    expect(await server.exited).toBe(0);
    await settle();
    expect(clients.every(({ closed }) => closed)).toBe(true);
  });

  test("of sessions with different ids are separate", () => {
    start("tunnel_forward=true", "scid=00000001");
    start("tunnel_forward=true", "scid=00000002");
    expect(sockets.connect(`${ADDRESS}_00000002`)).toBeDefined();
    expect(sockets.connect(ADDRESS)).toBeUndefined();
  });
});

test("connects once per stream over a reverse tunnel, without a byte", async () => {
  const accepted: Duplex[] = [];
  sockets.listen(ADDRESS, (connection) => accepted.push(connection));
  const server = start("audio=false");
  await settle();
  expect(accepted).toHaveLength(2);
  expect((accepted[0]?.read() as Buffer | undefined)?.toString("latin1", 0, 9)).toBe("Terrarium");
  accepted[1]?.destroy();
  expect(await server.exited).toBe(0);
});

describe("the video", () => {
  /** Starts a client with a single connection, for video. */
  async function watch(reads = true) {
    const server = start("tunnel_forward=true", "audio=false", "control=false", "raw_stream=true");
    const client = new Client(reads);
    await settle();
    const [viewer] = viewers;
    if (!viewer) throw new Error("nobody watches the screen");
    return { server, client, viewer };
  }

  test("starts with a key frame", async () => {
    const { client, viewer } = await watch();
    for (const kind of ["delta", "config", "delta", "key", "delta"] as const) viewer.onPacket(packet(kind, 1));
    await settle();
    expect(client.bytes.toString()).toBe("ckd");
  });

  test("pauses for a slow client, and resumes with a key frame", async () => {
    const { client, viewer } = await watch(false);
    viewer.onPacket(packet("key", 1000));
    for (let frame = 0; frame < 200; frame++) viewer.onPacket(packet("delta", 50_000));
    await settle();
    client.read();
    await until(() => expect(keyFramesWanted).toBe(1));
    expect(client.bytes.length).toBeLessThan(1.2 * 1024 * 1024);
    const before = client.bytes.length;
    viewer.onPacket(packet("delta", 1));
    viewer.onPacket(packet("config", 2));
    viewer.onPacket(packet("key", 3));
    viewer.onPacket(packet("delta", 4));
    await settle();
    expect(client.bytes.subarray(before).toString()).toBe("cckkkdddd");
    expect(keyFramesWanted).toBe(1);
  });

  test("that cannot be encoded ends the server with 1 and a reason", async () => {
    const { server, viewer, client } = await watch();
    viewer.onError(new Error("the screen could not be encoded", { cause: new Error("no memory") }));
    expect(await server.exited).toBe(1);
    expect(logged).toContain("[server] ERROR: the screen could not be encoded: no memory\n");
    await settle();
    expect(client.closed).toBe(true);
  });

  test("is not sent after the session has ended", async () => {
    const { server, viewer } = await watch();
    server.stop();
    expect(() => viewer.onPacket(packet("key"))).not.toThrow();
  });
});

describe("control", () => {
  let client: Client;
  let server: ReturnType<typeof start>;
  let answers: DeviceMessage[];

  async function control(...more: string[]): Promise<void> {
    server = start("tunnel_forward=true", "video=false", "audio=false", "raw_stream=true", ...more);
    client = new Client();
    answers = [];
    const reader = new DeviceMessageReader();
    client.socket.on("data", (chunk: Buffer) => answers.push(...reader.push(chunk)));
    await settle();
  }

  async function send(...messages: ControlMessage[]): Promise<void> {
    for (const message of messages) client.socket.write(serializeControlMessage(message));
    await settle();
  }

  const position = { x: 100, y: 200, screenWidthPx: 160, screenHeightPx: 240 };
  const touch = (action: number, more: object = {}): ControlMessage => ({
    type: "touch",
    action,
    pointerId: 5n,
    pressure: 1,
    actionButton: 0,
    buttons: 0,
    ...position,
    ...more,
  });

  beforeEach(() => control());

  test("passes keys and texts on", async () => {
    await send(
      { type: "key", action: KEY_ACTIONS.down, keyCode: 29, repeat: 0, metaState: 1 },
      { type: "key", action: KEY_ACTIONS.up, keyCode: 29, repeat: 0, metaState: 1 },
      { type: "text", text: "Grüße 👋" },
    );
    expect(screen.keys).toEqual([
      { action: "down", keyCode: 29, metaState: 1 },
      { action: "up", keyCode: 29, metaState: 1 },
    ]);
    expect(screen.texts).toEqual(["Grüße 👋"]);
  });

  test("maps touches from any video size to the screen", async () => {
    await send(
      touch(TOUCH_ACTIONS.down),
      touch(TOUCH_ACTIONS.move),
      touch(TOUCH_ACTIONS.up),
      touch(TOUCH_ACTIONS.cancel),
    );
    expect(screen.touches.map(({ action }) => action)).toEqual(["down", "move", "up", "cancel"]);
    expect(screen.touches[0]).toMatchObject({ pointerId: 5, xPx: 200, yPx: 400 });
  });

  test("treats a video without a size as the screen's size", async () => {
    await send(touch(TOUCH_ACTIONS.down, { screenWidthPx: 0, screenHeightPx: 0 }));
    expect(screen.touches[0]).toMatchObject({ xPx: 100, yPx: 200 });
  });

  test("distinguishes fingers by 64-bit ids, within number precision", async () => {
    await send(
      touch(TOUCH_ACTIONS.down, { pointerId: POINTER_IDS.genericFinger }),
      touch(TOUCH_ACTIONS.down, { pointerId: 2n ** 62n + 7n }),
    );
    expect(screen.touches.map(({ pointerId }) => pointerId)).toEqual([-2, 7]);
  });

  test.each([
    [1, [{ action: "down" }]],
    [2, [{ action: "down", secondary: true }]],
    [4, []],
  ])("maps mouse button %s to %j", async (actionButton, touches) => {
    await send(touch(TOUCH_ACTIONS.down, { pointerId: POINTER_IDS.mouse, actionButton }));
    expect(screen.touches).toMatchObject(touches);
    expect(screen.touches).toHaveLength(touches.length);
  });

  test("releases pressed keys and touches when the client disconnects", async () => {
    await send(
      { type: "key", action: KEY_ACTIONS.down, keyCode: 113, repeat: 0, metaState: 0 },
      touch(TOUCH_ACTIONS.down),
      touch(TOUCH_ACTIONS.move, { x: 120 }),
    );
    client.socket.destroy();
    expect(await server.exited).toBe(0);
    expect(screen.touches.at(-1)).toMatchObject({ action: "cancel", pointerId: 5, xPx: 240, yPx: 400 });
    expect(screen.keys.map(({ action, keyCode }) => [action, keyCode])).toEqual([
      ["down", 113],
      ["up", 113],
    ]);
  });

  test("ignores mouse movement without buttons, and unknown actions", async () => {
    await send(touch(TOUCH_ACTIONS.hoverMove), touch(77));
    expect(screen.touches).toEqual([]);
  });

  test("scrolls at the wheel's position", async () => {
    await send({ type: "scroll", ...position, horizontal: 0, vertical: -1, buttons: 0 });
    expect(screen.scrolls).toEqual([{ xPx: 200, yPx: 400, horizontal: 0, vertical: expect.closeTo(-1) }]);
  });

  test("goes back, or only wakes a dark screen", async () => {
    await send(
      { type: "backOrScreenOn", action: KEY_ACTIONS.down },
      { type: "backOrScreenOn", action: KEY_ACTIONS.up },
    );
    expect(screen.keys.map(({ action, keyCode }) => [action, keyCode])).toEqual([
      ["down", KEY_CODES.back],
      ["up", KEY_CODES.back],
    ]);
    screen.awake = false;
    await send({ type: "backOrScreenOn", action: KEY_ACTIONS.up });
    expect(screen.done).toEqual([]);
    await send({ type: "backOrScreenOn", action: KEY_ACTIONS.down });
    expect([screen.done, screen.keys.length]).toEqual([["wake"], 2]);
  });

  test("opens and closes panels, and rotates display and device", async () => {
    await send(
      { type: "expandNotificationPanel" },
      { type: "expandSettingsPanel" },
      { type: "collapsePanels" },
      { type: "setDisplayPower", on: false },
      { type: "setDisplayPower", on: true },
      { type: "rotateDevice" },
    );
    expect(screen.done).toEqual(["notifications", "settings", "collapse", "display off", "display on"]);
    expect([screen.display.widthPx, screen.display.heightPx]).toEqual([480, 320]);
  });

  test.each([
    ["org.example.map", ["start org.example.map"]],
    ["+org.example.map", ["stop org.example.map", "start org.example.map"]],
    ["?mAi", ["start org.example.mail"]],
    ["+?map", ["stop org.example.map", "start org.example.map"]],
    ["org.example.none", []],
    ["?", ["start org.example.map"]],
    ["", []],
  ])("starts the app %j", async (name, done) => {
    await send({ type: "startApp", name });
    expect(screen.done).toEqual(done);
    expect(logged.includes("WARN: No app")).toBe(done.length === 0);
  });

  test("logs unsupported functions and continues", async () => {
    await send({ type: "uhidDestroy", id: 1 }, { type: "uhidInput", id: 1, data: new Uint8Array(4) });
    client.socket.write(Buffer.of(200, 1, 2, 3));
    await settle();
    expect(logged).toContain("Control message uhidDestroy has no effect on this device");
    expect(logged).toContain("Unknown control message 200, skipped with 3 bytes");
    await send({ type: "text", text: "on" });
    expect(screen.texts).toEqual(["on"]);
  });

  test("accepts pieces of any size", async () => {
    const bytes = Buffer.concat([
      serializeControlMessage({ type: "text", text: "one" }),
      serializeControlMessage(touch(TOUCH_ACTIONS.down)),
      serializeControlMessage({ type: "text", text: "two" }),
    ]);
    for (const byte of bytes) client.socket.write(Buffer.of(byte));
    await settle();
    expect([screen.texts, screen.touches.length]).toEqual([["one", "two"], 1]);
  });

  test("exits with 1 for a text of impossible length", async () => {
    client.socket.write(Buffer.of(1, 0xff, 0xff, 0xff, 0xff));
    expect(await server.exited).toBe(1);
    expect(logged).toContain("[server] ERROR: control message 1 with 4294967295 bytes of text");
  });

  test("fails only this server, with a reason", async () => {
    vi.spyOn(screen.display, "rotate").mockImplementation(() => {
      throw new Error("the system is not running");
    });
    await send({ type: "rotateDevice" });
    expect(await server.exited).toBe(1);
    expect(logged).toContain("[server] ERROR: the system is not running\n");
  });

  describe("of the clipboard", () => {
    test("sets it, acknowledges on request, and pastes", async () => {
      await send(
        { type: "setClipboard", sequence: 0n, paste: false, text: "moss" },
        { type: "setClipboard", sequence: 9n, paste: true, text: "fern" },
      );
      expect(screen.clipboard.get()).toBe("fern");
      expect(answers).toEqual([{ type: "ackClipboard", sequence: 9n }]);
      expect(screen.keys.map(({ keyCode }) => keyCode)).toEqual([KEY_CODES.paste, KEY_CODES.paste]);
    });

    test.each([
      [COPY_KEYS.none, undefined],
      [COPY_KEYS.copy, KEY_CODES.copy],
      [COPY_KEYS.cut, KEY_CODES.cut],
    ])("returns it after pressing the key for %s", async (copyKey, keyCode) => {
      screen.clipboard.set("moss");
      await settle();
      answers.length = 0;
      await send({ type: "getClipboard", copyKey });
      expect(answers).toEqual([{ type: "clipboard", text: "moss" }]);
      expect(screen.keys[0]?.keyCode).toBe(keyCode);
    });

    test("returns the last copied text, even if still pending", async () => {
      const arrived = Promise.withResolvers<void>();
      screen.clipboard.set("before");
      await settle();
      answers.length = 0;
      screen.clipboard.caughtUp = () => arrived.promise;
      await send({ type: "getClipboard", copyKey: COPY_KEYS.none });
      expect(answers).toEqual([]);
      screen.clipboard.set("last");
      arrived.resolve();
      await settle();
      expect(answers).toEqual([
        { type: "clipboard", text: "last" },
        { type: "clipboard", text: "last" },
      ]);
    });

    test("reports other programs' changes until the end", async () => {
      screen.clipboard.set("by hand");
      await settle();
      expect(answers).toEqual([{ type: "clipboard", text: "by hand" }]);
      client.socket.end();
      await server.exited;
      expect(() => screen.clipboard.set("late")).not.toThrow();
    });

    test("reports no changes when not requested", async () => {
      server.stop();
      await control("clipboard_autosync=false");
      screen.clipboard.set("by hand");
      await settle();
      expect(answers).toEqual([]);
    });

    test("buffers little for a slow client, then sends the last text", async () => {
      server.stop();
      await settle();
      const quiet = start("tunnel_forward=true", "video=false", "audio=false", "raw_stream=true");
      const silent = new Client(false);
      await settle();
      screen.clipboard.set("x".repeat(200_000));
      const ask = Buffer.from(serializeControlMessage({ type: "getClipboard", copyKey: COPY_KEYS.none }));
      silent.socket.write(Buffer.concat(Array.from({ length: 2000 }, () => ask)));
      await settle();
      screen.clipboard.set("the last");
      silent.read();
      await until(() => expect(silent.bytes.toString("latin1")).toContain("the last"));
      expect(silent.bytes.length).toBeLessThan(2 * 1024 * 1024);
      quiet.stop();
    });
  });
});
