import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { describe, expect, it } from "vitest";
import { receivedPacket } from "../devices/testing/received-packet.ts";
import { BEHIND_BYTES, readControl, SocketViewer } from "./screen-socket.ts";

/** A socket to a browser that takes nothing until told to. */
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

describe("a viewer with a slow connection", () => {
  it("keeps what waits for it bounded, however much the screen changes", () => {
    const { sink, viewer } = open();
    const packet = receivedPacket("delta", 100_000);
    for (let i = 0; i < 1_000; i++) viewer.packet(packet);
    expect(sink.bufferedAmount).toBeLessThanOrEqual(BEHIND_BYTES + packet.bytes.length);
  });

  it("starts over once its connection has caught up, and only then", () => {
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

  it("is not sent one clipboard after the other while it cannot keep up", () => {
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
    expect(readControl(serializeControlMessage({ type: "text", text: "héllo" }))).toEqual({
      type: "text",
      text: "héllo",
    });
  });

  it.each([
    ["nothing", Uint8Array.of()],
    ["half a message", serializeControlMessage({ type: "text", text: "hello" }).subarray(0, 7)],
    ["two messages", Buffer.concat([Uint8Array.of(5), Uint8Array.of(6)])],
    ["a message and a half", Buffer.concat([Uint8Array.of(5), Uint8Array.of(0, 0)])],
    ["an unknown message", Uint8Array.of(200, 1, 2)],
    ["a text of impossible length", Uint8Array.of(1, 0xff, 0xff, 0xff, 0xff)],
  ])("refuses %s", (_name, bytes) => {
    expect(readControl(bytes)).toBeUndefined();
  });
});
