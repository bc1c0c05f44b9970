import { screenSocketPath } from "@terrarium/contract/proxy";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { receivedPacket } from "@terrarium/device-control/testing/received-packet";
import { KEY_ACTIONS, TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { describe, expect, it } from "vitest";
import { fakeWebSocket } from "../testing/fake-web-socket.ts";
import { closed, DRIVE_TOKEN, MINE, openProxy, READ_TOKEN } from "../testing/open-proxy.ts";
import { BEHIND_BYTES, openScreenSocket, readControl, SocketViewer } from "./screen-socket.ts";

/** A socket to a browser that accepts nothing until `drain`. */
class StalledSink {
  readonly sent: (string | Uint8Array)[] = [];
  readonly #callbacks: (() => void)[] = [];
  bufferedAmount = 0;

  send(data: string | Uint8Array, sent?: () => void): void {
    this.sent.push(data);
    this.bufferedAmount += data.length;
    if (sent) this.#callbacks.push(sent);
  }

  drain(): void {
    this.bufferedAmount = 0;
    for (const callback of this.#callbacks.splice(0)) callback();
  }
}

const open = () => {
  const sink = new StalledSink();
  const viewer = new SocketViewer(sink, () => undefined);
  let restarts = 0;
  viewer.follow({ control: async () => undefined, restart: () => void (restarts += 1), close: () => undefined });
  return { sink, viewer, restarts: () => restarts };
};

it.each([true, false])("sends the clipboard to a viewer with permission: %s", (seesClipboard) => {
  const sink = new StalledSink();
  const viewer = new SocketViewer(sink, () => undefined, seesClipboard);
  viewer.event({ type: "clipboard", text: "a password" });
  viewer.event({ type: "screen", codec: "h264", width: 720, height: 1280 });
  expect(sink.sent.some((message) => String(message).includes("a password"))).toBe(seesClipboard);
  expect(sink.sent).toHaveLength(seesClipboard ? 2 : 1);
});

describe("a viewer with a slow connection", () => {
  it("limits its queue, however much the screen changes", () => {
    const { sink, viewer } = open();
    const packet = receivedPacket("delta", 100_000);
    for (let i = 0; i < 1_000; i++) viewer.packet(packet);
    expect(sink.bufferedAmount).toBeLessThanOrEqual(BEHIND_BYTES + packet.bytes.length);
  });

  it("restarts only after its connection has caught up", () => {
    const { sink, viewer, restarts } = open();
    viewer.packet(receivedPacket("key", BEHIND_BYTES + 1));
    viewer.packet(receivedPacket("delta"));
    expect(sink.sent).toHaveLength(1);
    expect(restarts()).toBe(0);

    sink.drain();
    expect(restarts()).toBe(1);
    viewer.packet(receivedPacket("key"));
    expect(sink.sent).toHaveLength(2);
  });

  it("skips clipboard events while it is behind", () => {
    const { sink, viewer, restarts } = open();
    for (let i = 0; i < 100; i++) viewer.event({ type: "clipboard", text: "x".repeat(100_000) });
    expect(sink.sent.length).toBeLessThan(20);
    sink.drain();
    expect(restarts()).toBe(1);
  });

  it("is never restarted while it keeps up", () => {
    const { sink, viewer, restarts } = open();
    for (let i = 0; i < 100; i++) {
      viewer.packet(receivedPacket("delta", 10_000));
      sink.drain();
    }
    expect(sink.sent).toHaveLength(100);
    expect(restarts()).toBe(0);
  });
});

describe("readControl", () => {
  it("reads one whole message", () => {
    const message = { type: "text", text: "héllo" } as const;
    const bytes = serializeControlMessage(message);
    expect(readControl(bytes)).toEqual({ message, bytes });
  });

  it.each([
    ["nothing", Uint8Array.of()],
    ["half a message", serializeControlMessage({ type: "text", text: "hello" }).subarray(0, 7)],
    ["two messages", Buffer.concat([Uint8Array.of(5), Uint8Array.of(6)])],
    ["a message and a half", Buffer.concat([Uint8Array.of(5), Uint8Array.of(0, 0)])],
    ["an unknown message", Uint8Array.of(200, 1, 2)],
    ["a text of impossible length", Uint8Array.of(1, 0xff, 0xff, 0xff, 0xff)],
  ])("rejects %s", (_name, bytes) => {
    expect(readControl(bytes)).toBeUndefined();
  });
});

describe("screen socket", () => {
  it("sends events as text and packets unchanged", async () => {
    const { session, opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    const messages: [string, boolean][] = [];
    socket.on("message", (data, isBinary) => messages.push([String(data), isBinary]));
    session.viewer?.event({ type: "clipboard", text: "hi" });
    const packet = receivedPacket("config");
    session.viewer?.packet(packet);
    await expect
      .poll(() => messages)
      .toEqual([
        ['{"type":"clipboard","text":"hi"}', false],
        [String(Buffer.from(packet.bytes)), true],
      ]);
    socket.close();
  });

  it("releases a leaving viewer's keys and touches", async () => {
    const { session, opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    const control = { type: "key", keyCode: 113, repeat: 0, metaState: 0 } as const;
    const at = { x: 1, y: 2, screenWidthPx: 10, screenHeightPx: 10 };
    const finger = { type: "touch", pointerId: 1n, actionButton: 0, buttons: 0, ...at } as const;
    const held = [
      serializeControlMessage({ ...control, action: KEY_ACTIONS.down }),
      serializeControlMessage({ ...finger, action: TOUCH_ACTIONS.down, pressure: 1 }),
    ];
    for (const message of held) socket.send(message);
    await expect.poll(() => session.controls).toEqual(held);
    socket.terminate();
    await expect
      .poll(() => session.controls.slice(2))
      .toEqual([
        serializeControlMessage({ ...finger, action: TOUCH_ACTIONS.cancel, pressure: 0 }),
        serializeControlMessage({ ...control, action: KEY_ACTIONS.up }),
      ]);
  });

  it("forwards control messages, and closes on invalid ones", async () => {
    const { session, opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    const text = serializeControlMessage({ type: "text", text: "a" });
    socket.send(text);
    await expect.poll(() => session.controls).toEqual([text]);
    socket.send(Uint8Array.of(2, 0, 0));
    expect(await closed(socket)).toEqual({ code: 4400, reason: "A control message could not be read" });
    expect(session.controls).toHaveLength(1);
  });

  it("ignores input with a read-only key", async () => {
    const { session, noted, opened } = await openProxy();
    const home = serializeControlMessage({ type: "key", action: 0, keyCode: 3, repeat: 0, metaState: 0 });
    const watching = await opened(screenSocketPath(MINE), READ_TOKEN);
    watching.send(home);
    // An invalid message closes the socket after all previous ones were processed.
    watching.send(Uint8Array.of(2, 0, 0));
    expect((await closed(watching)).code).toBe(4400);
    expect([session.controls, noted]).toEqual([[], []]);
    const driving = await opened(screenSocketPath(MINE), DRIVE_TOKEN);
    driving.send(home);
    await expect.poll(() => session.controls).toEqual([home]);
    driving.close();
  });

  it.each([
    ["watches", undefined],
    ["drives", () => undefined],
  ])("limits a flood by a client that %s the screen", async (_how, note) => {
    const { socket, asWebSocket } = fakeWebSocket();
    let restarts = 0;
    const subscription = {
      control: async () => undefined,
      restart: () => void (restarts += 1),
      close: () => undefined,
    };
    const session = { watchScreen: async () => subscription } as Partial<DeviceSession> as DeviceSession;
    await openScreenSocket(asWebSocket, session, { note, seesClipboard: false, end: () => undefined });
    const reset = Buffer.from(serializeControlMessage({ type: "resetVideo" }));
    for (let n = 0; n < 1_000; n += 1) socket.emit("message", reset, true);
    expect([restarts, socket.isPaused]).toEqual([64, true]);
    for (let n = 0; n < 3; n += 1) socket.emit("message", Buffer.of(2, 0, 0), true);
    await expect.poll(() => socket.closes).toBe(1);
    expect(restarts).toBe(1_000);
  });

  it("records actions on it", async () => {
    const { noted, opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    for (const action of [0, 1])
      socket.send(serializeControlMessage({ type: "key", action, keyCode: 3, repeat: 0, metaState: 0 }));
    await expect.poll(() => noted).toEqual([{ kind: "key", detail: "home" }]);
    socket.close();
  });

  it("reports why the screen ended", async () => {
    const { session, endedSandboxes, opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    endedSandboxes.add(MINE);
    session.viewer?.end({ cause: "sandbox-ended", detail: "Ada ended it" });
    expect(await closed(socket)).toEqual({ code: 4410, reason: "Ada ended it" });
  });

  it("distinguishes a failed device from an ended sandbox", async () => {
    const { session, endedSandboxes, opened } = await openProxy();
    const broken = await opened(screenSocketPath(MINE));
    session.viewer?.end({ cause: "device-failed", detail: "the stream stopped" });
    expect(await closed(broken)).toEqual({ code: 4502, reason: "the stream stopped" });

    const ended = await opened(screenSocketPath(MINE));
    endedSandboxes.add(MINE);
    session.viewer?.end({ cause: "device-failed", detail: "the stream stopped" });
    expect((await closed(ended)).code).toBe(4410);
  });
});
