import { generateKeyPairSync, randomInt } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTango } from "@terrarium/adb-device/testing/tango-client";
import { formatPublicKey } from "@terrarium/adb/public-key";
import { SERVER_VERSION } from "@terrarium/scrcpy/server-arguments";
import type { Adb, AdbCredentialStore } from "@yume-chan/adb";
import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from "@yume-chan/adb-scrcpy";
import {
  AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidMotionEventAction,
  AndroidMotionEventButton,
  DefaultServerPath,
  type ScrcpyMediaStreamPacket,
} from "@yume-chan/scrcpy";
import { WritableStream, type ReadableStream } from "@yume-chan/stream-extra";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startWholeDevice } from "../testing/test-device.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keyBytes = privateKey.export({ format: "der", type: "pkcs8" });
const credentials: AdbCredentialStore = {
  generateKey: () => ({ buffer: keyBytes }),
  iterateKeys: () => [{ buffer: keyBytes, name: "tango" }],
};

let folder: string;
let device: Awaited<ReturnType<typeof startWholeDevice>>;
let adb: Adb;
const viewers: Viewer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tango-scrcpy-"));
  const authorizedKeys = join(folder, "keys");
  await writeFile(authorizedKeys, formatPublicKey(publicKey, "tango"));
  device = await startWholeDevice({ authorizedKeys });
  adb = await connectTango(device.port, credentials);
});

afterEach(async () => {
  for (const viewer of viewers.splice(0)) await viewer.client.close();
});

afterAll(async () => {
  await adb?.close();
  await device?.close();
  await rm(folder, { recursive: true, force: true });
});

type Options = ConstructorParameters<typeof AdbScrcpyOptions3_3_3>[0];

/** Tango's client with all received data. */
class Viewer {
  readonly client: AdbScrcpyClient<AdbScrcpyOptions3_3_3<true>>;
  readonly packets: ScrcpyMediaStreamPacket[] = [];
  readonly sizes: string[] = [];
  readonly clipboard: string[] = [];

  constructor(client: AdbScrcpyClient<AdbScrcpyOptions3_3_3<true>>) {
    this.client = client;
  }

  /** Starts a client over its own tunnel; it is closed after the test. */
  static async start(options: Partial<Options> = {}): Promise<Viewer> {
    const scid = randomInt(1, 0x7fff_ffff).toString(16);
    const client = await AdbScrcpyClient.start(
      adb,
      DefaultServerPath,
      new AdbScrcpyOptions3_3_3({ scid, audio: false, ...options }, { version: SERVER_VERSION }),
    );
    const viewer = new Viewer(client);
    viewers.push(viewer);
    await viewer.#watch();
    return viewer;
  }

  async #watch(): Promise<void> {
    const { client, packets, sizes, clipboard } = this;
    drain(client.output, () => undefined);
    if (client.clipboard) drain(client.clipboard, (text) => clipboard.push(text));
    const video = await client.videoStream;
    video.sizeChanged(({ width, height }) => sizes.push(`${width}x${height}`));
    drain(video.stream, (packet) => packets.push(packet));
  }

  get controller() {
    const { controller } = this.client;
    if (!controller) throw new Error("no control socket");
    return controller;
  }

  get keyFrames(): number {
    return this.packets.filter((packet) => packet.type === "data" && packet.keyframe === true).length;
  }

  async tap(x: number, y: number): Promise<void> {
    const touch = { pointerId: 1n, pointerX: x, pointerY: y, videoWidth: 720, videoHeight: 1600, pressure: 1 };
    const buttons = { actionButton: AndroidMotionEventButton.None, buttons: AndroidMotionEventButton.None };
    await this.controller.injectTouch({ ...touch, ...buttons, action: AndroidMotionEventAction.Down });
    await this.controller.injectTouch({ ...touch, ...buttons, action: AndroidMotionEventAction.Up, pressure: 0 });
  }
}

function drain<Value>(stream: ReadableStream<Value>, take: (value: Value) => void): void {
  const end = () => undefined;
  // Closing a client ends its streams midway.
  void stream.pipeTo(new WritableStream({ write: (value: Value) => take(value) })).then(end, end);
}

async function shell(command: string): Promise<string> {
  return adb.subprocess.noneProtocol.spawnWaitText(command);
}

it.each([["forward"], ["reverse"]])("shows the screen over a %s tunnel until its client stops", async (tunnel) => {
  const viewer = await Viewer.start({ tunnelForward: tunnel === "forward" });
  await expect.poll(() => viewer.keyFrames).toBeGreaterThan(0);
  expect(viewer.packets[0]?.type).toBe("configuration");
  expect(viewer.sizes).toEqual(["720x1600"]);
  await viewer.client.close();
  await viewer.client.exited;
});

it("accepts keys, text, touches and an app's name", async () => {
  const viewer = await Viewer.start();
  await viewer.controller.startApp("com.terrarium.notes");
  await expect.poll(() => shell("dumpsys window")).toMatch(/mFocusedApp=.*com\.terrarium\.notes/);
  const xml = await shell("uiautomator dump /dev/tty");
  const [left = 0, top = 0, right = 0, bottom = 0] =
    /content-desc="New note"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(xml)?.slice(1).map(Number) ?? [];
  await viewer.tap((left + right) / 2, (top + bottom) / 2);
  await viewer.controller.injectText("typed through Tango ✓");
  await expect.poll(() => shell("uiautomator dump /dev/tty")).toContain("typed through Tango ✓");
  const key = { keyCode: AndroidKeyCode.AndroidHome, repeat: 0, metaState: AndroidKeyEventMeta.None };
  await viewer.controller.injectKeyCode({ ...key, action: AndroidKeyEventAction.Down });
  await viewer.controller.injectKeyCode({ ...key, action: AndroidKeyEventAction.Up });
  await expect.poll(() => shell("dumpsys window")).toMatch(/mFocusedApp=.*com\.terrarium\.launcher/);
});

it("shares the clipboard both ways", async () => {
  const viewer = await Viewer.start();
  await viewer.controller.setClipboard({ content: "from the client", sequence: 5n, paste: false });
  await expect.poll(() => shell("cmd clipboard get-primary-clip")).toBe("from the client\n");
  await shell("cmd clipboard set-primary-clip 'from the device'");
  await expect.poll(() => viewer.clipboard).toContain("from the device");
});

it("follows the screen's rotation, and back", async () => {
  const viewer = await Viewer.start();
  await expect.poll(() => viewer.keyFrames).toBeGreaterThan(0);
  await viewer.controller.rotateDevice();
  await expect.poll(() => viewer.sizes.at(-1)).toBe("1600x720");
  await viewer.controller.rotateDevice();
  await expect.poll(() => viewer.sizes.at(-1)).toBe("720x1600");
});

it("sends key frames on request, and to each client", async () => {
  const first = await Viewer.start();
  await expect.poll(() => first.keyFrames).toBeGreaterThan(0);
  const second = await Viewer.start({ maxSize: 640 });
  await expect.poll(() => second.keyFrames).toBeGreaterThan(0);
  expect(second.sizes).toEqual(["288x640"]);
  const before = first.keyFrames;
  await first.controller.resetVideo();
  await expect.poll(() => first.keyFrames).toBeGreaterThan(before);
  await first.client.close();
  const seen = second.packets.length;
  await second.controller.expandNotificationPanel();
  await expect.poll(() => second.packets.length).toBeGreaterThan(seen);
  await second.controller.collapseNotificationPanel();
});
