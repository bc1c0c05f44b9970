import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTango as connectToDevice } from "@terrarium/adb-device/testing/tango-client";
import { formatPublicKey } from "@terrarium/adb/public-key";
import { AdbFeature, type Adb, type AdbCredentialStore } from "@yume-chan/adb";
import { ConcatBufferStream, ReadableStream } from "@yume-chan/stream-extra";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestDevice, type TestDevice } from "../testing/test-device.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const privateKeyBytes = privateKey.export({ format: "der", type: "pkcs8" });
const credentialStore: AdbCredentialStore = {
  generateKey: () => ({ buffer: privateKeyBytes }),
  iterateKeys: () => [{ buffer: privateKeyBytes, name: "tango" }],
};

let folder: string;
let device: TestDevice;
const clients: Adb[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tango-"));
  const authorizedKeys = join(folder, "keys");
  await writeFile(authorizedKeys, formatPublicKey(publicKey, "tango"));
  device = await startTestDevice({ authorizedKeys });
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

afterAll(async () => {
  await device?.close();
  await rm(folder, { recursive: true, force: true });
});

async function connectTango(initialDelayedAckBytes?: number): Promise<Adb> {
  const adb = await connectToDevice(device.port, credentialStore, initialDelayedAckBytes);
  clients.push(adb);
  return adb;
}

describe.each([
  ["with delayed_ack", undefined],
  ["with a small delayed_ack window", 100_000],
  ["without delayed_ack", 0],
])("Tango %s", (_name, window) => {
  it("reads the device and its features", async () => {
    const adb = await connectTango(window);
    expect(adb.banner).toMatchObject({
      product: "terrarium_phone",
      model: "Terrarium Phone",
      device: "terrarium_phone",
    });
    expect(adb.banner.features).toContain(AdbFeature.DelayedAck);
  });

  it("runs commands", async () => {
    const adb = await connectTango(window);
    const shell = adb.subprocess.shellProtocol;
    expect(await shell?.spawnWaitText("echo out; echo err >&2; exit 7")).toEqual({
      stdout: "out\n",
      stderr: "err\n",
      exitCode: 7,
    });
    const png = await adb.subprocess.noneProtocol.spawnWait("screencap -p");
    expect(Buffer.from(png).equals(device.ui.png)).toBe(true);
    expect(await adb.getProp("ro.product.model")).toBe("Terrarium Phone");
  });

  it("pushes, lists and pulls a file of 16 MiB", async () => {
    const adb = await connectTango(window);
    const sync = await adb.sync();
    const content = randomBytes(16 * 1024 * 1024);
    const file = ReadableStream.from(
      Array.from({ length: 64 }, (_, i) => content.subarray(i * 262_144, (i + 1) * 262_144)),
    );
    await sync.write({ filename: "/sdcard/tango.bin", file, permission: 0o640, mtime: 1_700_000_000 });
    const entries = await sync.readdir("/sdcard");
    expect(entries.find(({ name }) => name === "tango.bin")).toMatchObject({
      size: 16n * 1024n ** 2n,
      mtime: 1_700_000_000n,
    });
    const pulled = await sync.read("/sdcard/tango.bin").pipeThrough(new ConcatBufferStream());
    expect(Buffer.from(pulled).equals(content)).toBe(true);
    await expect(
      sync.write({ filename: "/system/x", file: ReadableStream.from([content.subarray(0, 10)]) }),
    ).rejects.toThrow("Read-only file system");
    await sync.dispose();
  });

  it("reads the framebuffer, and services without a client API", async () => {
    const adb = await connectTango(window);
    const { width, height, bpp, data } = await adb.framebuffer();
    expect([width, height, bpp, data.length]).toEqual([720, 1280, 32, 720 * 1280 * 4]);
    expect(data.every((byte) => byte === 200)).toBe(true);
    const source = await adb.createSocket("source:3000000");
    const zeros = await source.readable.pipeThrough(new ConcatBufferStream());
    expect([zeros.length, zeros.some((byte) => byte !== 0)]).toEqual([3_000_000, false]);
    expect((await adb.createSocketAndWait("jdwp")).length).toBe(0);
    const sink = await adb.createSocket("sink:100000");
    const writer = sink.writable.getWriter();
    await writer.write(new Uint8Array(100_000));
    await sink.closed;
    await expect(adb.createSocket("nonsense:")).rejects.toThrow("Socket open failed");
    await expect(adb.createSocket("tcp:22")).rejects.toThrow("Socket open failed");
  });

  it("has a resizable, interruptible terminal", async () => {
    const adb = await connectTango(window);
    const terminal = await adb.subprocess.shellProtocol?.pty({ terminalType: "xterm-256color" });
    if (!terminal) throw new Error("no shell protocol");
    let shown = "";
    void terminal.output.pipeTo(
      new WritableStream({
        write: (chunk: Uint8Array) => {
          shown += Buffer.from(chunk).toString();
        },
      }) as never, // node's and Tango's stream types differ in name only
    );
    const input = terminal.input.getWriter();
    const see = (text: string) => expect.poll(() => shown).toContain(text);
    await see("generic:/ $ ");
    await terminal.resize(40, 20);
    // With the prompt this fills two rows of twenty, so the cursor moves to the third.
    await input.write(Buffer.from("echo abcdefghijklmnopqrstuvw"));
    await see("\b");
    await input.write(Buffer.from("\x15echo $TERM; while true; do :; done\r"));
    await see("xterm-256color\r\n");
    await terminal.sigint();
    await see("130|generic:/ $ ");
    await input.write(Buffer.from("exit 3\r"));
    expect(await terminal.exited).toBe(3);
  });
});
