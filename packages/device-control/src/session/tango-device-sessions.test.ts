import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { generateAdbKey } from "../adb/adb-key.ts";
import type {
  DeviceSession,
  DeviceSessions,
  ScreenViewer,
  SessionEnd,
  ShellSession,
} from "../device/device-session.ts";
import { startTestDevice, type TestDevice } from "../testing/start-test-device.ts";
import { createDeviceSessions } from "./tango-device-sessions.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const bytesOf = (line: string): Uint8Array => Buffer.from(line);
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

class RecordingViewer implements ScreenViewer {
  readonly events: ScreenEvent[] = [];
  readonly kinds: ReceivedPacket["kind"][] = [];
  readonly ends: SessionEnd[] = [];
  event(event: ScreenEvent) {
    this.events.push(event);
  }
  packet({ kind }: ReceivedPacket) {
    this.kinds.push(kind);
  }
  end(end: SessionEnd) {
    this.ends.push(end);
  }
}

/** Collects a shell's output. */
function watchOutput(shell: ShellSession): { text: string } {
  const seen = { text: "" };
  shell.output.on("data", (chunk: Uint8Array) => (seen.text += text(chunk)));
  return seen;
}

describe("a session with a real device", () => {
  let device: TestDevice;
  let sessions: DeviceSessions;
  let session: DeviceSession;

  beforeAll(async () => {
    device = await startTestDevice();
  });
  afterAll(() => device.stop());
  beforeEach(async () => {
    sessions = createDeviceSessions({ log: pino({ level: "silent" }) });
    session = await sessions.get(device.target);
  });
  afterEach(() => sessions.closeAll());

  it("is shared by concurrent callers", async () => {
    const [a, b] = await Promise.all([sessions.get(device.target), sessions.get(device.target)]);
    expect(a).toBe(session);
    expect(b).toBe(session);
  });

  it("runs commands with separate output, errors and exit code", async () => {
    const { stdout, stderr, exitCode } = await session.run("echo out; echo err >&2; exit 7");
    expect([text(stdout), text(stderr), exitCode]).toEqual(["out\n", "err\n", 7]);
  });

  it("times out a command and stays usable", async () => {
    await expect(session.run("sleep 60", { timeoutMs: 300 })).rejects.toMatchObject({
      code: "device_failed",
      message: expect.stringContaining('"sleep 60" did not finish within 300 ms'),
    });
    expect((await session.run("true")).exitCode).toBe(0);
  });

  it("takes screenshots of the screen's own size", async () => {
    const png = Buffer.from(await session.screenshotPng());
    // The IHDR chunk comes first (PNG specification, 11.2.2).
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([360, 640]);
  });

  describe("shell", () => {
    it("resizes, and reports its exit code after its last output", async () => {
      const shell = await session.openShell({ rows: 30, columns: 100 });
      const seen = watchOutput(shell);
      /** Returns how a line of 60 characters is drawn, which depends on the terminal's width. */
      const draw = async (marker: string) => {
        const start = seen.text.length;
        await shell.write(bytesOf(`: ${"x".repeat(60)}\recho ${marker}''end\r`));
        await expect.poll(() => seen.text.slice(start)).toContain(`${marker}end`);
        return seen.text.slice(start, seen.text.indexOf("echo", start));
      };
      const wide = await draw("a");
      await shell.resize(30, 40);
      const narrow = await draw("b");
      expect(narrow).not.toBe(wide);
      await shell.write(bytesOf("echo by''e; exit 3\r"));
      expect(await shell.ended).toEqual({ cause: "exit", exitCode: 3 });
      await expect.poll(() => seen.text).toContain("bye\r\n");
    });

    it("can be closed while the session continues", async () => {
      const shell = await session.openShell({ rows: 24, columns: 80 });
      shell.close();
      expect(await shell.ended).toMatchObject({ cause: "device-failed" });
      expect((await session.run("true")).exitCode).toBe(0);
    });
  });

  describe("files", () => {
    it("are unchanged after a round trip", async () => {
      const sent = randomBytes(8 * 1_048_576);
      await session.writeFile("data/local/tmp/new folder/random.bin", Readable.from([sent]));
      const { sizeBytes, content } = await session.readFile("/data/local/tmp/new folder/random.bin");
      expect(sizeBytes).toBe(sent.length);
      expect(sha256(await buffer(content))).toBe(sha256(sent));
      expect(await session.listFiles("data/local/tmp/new folder")).toMatchObject([
        { name: "random.bin", kind: "file", sizeBytes: sent.length },
      ]);
    });

    it.each([
      ["a folder that is not there", () => session.listFiles("nowhere"), "file_not_found"],
      ["a file that is not there", () => session.readFile("nowhere.txt"), "file_not_found"],
      ["a file as a folder", () => session.listFiles("system/build.prop"), "file_refused"],
      ["a folder as a file", () => session.readFile("data"), "file_refused"],
      [
        "writing where one may not",
        () => session.writeFile("system/build.prop", Readable.from([bytesOf("x")])),
        "file_refused",
      ],
    ])("are rejected with a reason: %s", async (_name, work, code) => {
      await expect(work()).rejects.toMatchObject({ code });
    });

    it("are not kept after an interrupted upload", async () => {
      const broken = Readable.from(
        (async function* () {
          yield randomBytes(200_000);
          throw new Error("the browser left");
        })(),
      );
      await expect(session.writeFile("data/local/tmp/broken.bin", broken)).rejects.toThrow("the browser left");
      const names = async () => (await session.listFiles("data/local/tmp")).map(({ name }) => name);
      await expect.poll(names).not.toContain("broken.bin");
    });

    it("have their content destroyed when they are rejected", async () => {
      const under = Array.from({ length: DEVICE_LIMITS.transfers }, () => new PassThrough());
      const writing = Promise.allSettled(under.map((content, i) => session.writeFile(`sdcard/${i}`, content)));
      const refused = new PassThrough();
      await expect(session.writeFile("sdcard/more", refused)).rejects.toMatchObject({ code: "device_busy" });
      expect(refused.destroyed).toBe(true);
      session.close();
      await writing;
      expect(under.filter(({ destroyed }) => !destroyed)).toEqual([]);
      const late = new PassThrough();
      await expect(session.writeFile("sdcard/late", late)).rejects.toMatchObject({ code: "device_failed" });
      expect(late.destroyed).toBe(true);
    });

    it("do not block other work while unread", async () => {
      await session.writeFile("data/local/tmp/large.bin", Readable.from([randomBytes(4 * 1_048_576)]));
      const { content } = await session.readFile("data/local/tmp/large.bin");
      await once(content, "readable");
      expect((await session.run("echo still here")).exitCode).toBe(0);
      content.destroy();
      expect((await session.run("echo still here")).exitCode).toBe(0);
    });
  });

  describe("screen", () => {
    const touch = (action: number) =>
      serializeControlMessage({
        type: "touch",
        action,
        pointerId: -2n,
        x: 60,
        y: 540,
        screenWidthPx: 360,
        screenHeightPx: 640,
        pressure: 1,
        actionButton: 0,
        buttons: 0,
      });

    it("starts with a key frame, shows touches, serves late viewers", async () => {
      const viewer = new RecordingViewer();
      const subscription = await session.watchScreen(viewer);
      await expect.poll(() => viewer.kinds.slice(0, 2)).toEqual(["config", "key"]);
      expect(viewer.events).toEqual([{ type: "screen", codec: "h264", width: 360, height: 640 }]);

      const before = viewer.kinds.length;
      await subscription.control(touch(TOUCH_ACTIONS.down));
      await subscription.control(touch(TOUCH_ACTIONS.up));
      await expect.poll(() => viewer.kinds.length).toBeGreaterThan(before);

      const late = new RecordingViewer();
      const second = await session.watchScreen(late);
      expect(late.events).toEqual(viewer.events);
      expect(late.kinds.slice(0, 2)).toEqual(["config", "key"]);
      second.close();
      subscription.close();
    });

    it("can be watched again after it was stopped", async () => {
      for (let round = 0; round < 2; round++) {
        const viewer = new RecordingViewer();
        await session.watchScreen(viewer);
        await expect.poll(() => viewer.kinds).toContain("key");
        await sessions.end(device.target.sandboxId, "the test goes on");
        expect(viewer.ends).toEqual([{ cause: "sandbox-ended", detail: "the test goes on" }]);
        session = await sessions.get(device.target);
      }
    });
  });

  it("reports why it ended, and reconnects", async () => {
    const shell = await session.openShell({ rows: 24, columns: 80 });
    const streamed = session.stream("sleep 60", { signal: new AbortController().signal, onOutput: () => undefined });
    const waiting = session.run("sleep 60");
    const end = { cause: "sandbox-ended", detail: "Ada ended it" };
    // The sandbox was ended, so the error is not a device failure.
    const tooLate = { code: "sandbox_not_running", message: expect.stringContaining("Ada ended it") };
    await Promise.all([
      expect(streamed).rejects.toMatchObject(tooLate),
      expect(waiting).rejects.toMatchObject(tooLate),
      expect(shell.ended).resolves.toEqual(end),
      sessions.end(device.target.sandboxId, "Ada ended it"),
    ]);
    await expect(session.run("true")).rejects.toMatchObject(tooLate);
    const next = await sessions.get(device.target);
    expect((await next.run("true")).exitCode).toBe(0);
  });

  it("rejects another key with a reason", async () => {
    const { privateKeyPem } = await generateAdbKey();
    const other = { ...device.target, sandboxId: "sbx_other", adbPrivateKeyPem: privateKeyPem };
    await expect(sessions.get(other)).rejects.toMatchObject({
      code: "device_failed",
      message: expect.stringContaining("does not accept this sandbox's ADB key"),
    });
  });
});

test("ends a sandbox despite a frozen device", async () => {
  const device = await startTestDevice();
  const sessions = createDeviceSessions({ log: pino({ level: "silent" }) });
  try {
    const session = await sessions.get(device.target);
    device.freeze();
    const watching = session.watchScreen(new RecordingViewer());
    watching.catch(() => undefined);
    await sessions.end(device.target.sandboxId, "it was deleted");
    await expect(watching).rejects.toMatchObject({ code: "sandbox_not_running" });
  } finally {
    device.thaw();
    await device.stop();
  }
});

describe("a device that crashes", () => {
  it("is reported to all its users", async () => {
    const device = await startTestDevice();
    const sessions = createDeviceSessions({ log: pino({ level: "silent" }) });
    try {
      const session = await sessions.get(device.target);
      const viewer = new RecordingViewer();
      await session.watchScreen(viewer);
      const shell = await session.openShell({ rows: 24, columns: 80 });
      const waiting = session.run("sleep 60");
      waiting.catch(() => undefined);
      const path = "/sdcard/large";
      await session.writeFile(path, Readable.from([randomBytes(16 << 20)]));
      const { content } = await session.readFile(path);
      await device.kill();
      await expect(content.toArray()).rejects.toMatchObject({ code: "device_failed" });
      await expect(waiting).rejects.toMatchObject({ code: "device_failed" });
      expect(await shell.ended).toMatchObject({ cause: "device-failed" });
      await expect.poll(() => viewer.ends).toMatchObject([{ cause: "device-failed" }]);
      // Each stream can break before the connection reports its end.
      await expect.poll(() => sessions.sandboxIds()).toEqual([]);
      await expect(sessions.get(device.target)).rejects.toMatchObject({ code: "device_failed" });
    } finally {
      await sessions.closeAll();
      await device.stop();
    }
  });
});
