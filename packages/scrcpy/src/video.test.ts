import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  serializeDeviceName,
  serializeVideoHeader,
  serializeVideoPacket,
  VIDEO_CODEC_IDS,
  VideoStreamReader,
  type VideoEvent,
  type VideoPacket,
} from "./video.ts";

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ""), "hex"));

test("the header contains codec, width and height", () => {
  const header = { codecId: VIDEO_CODEC_IDS.h264, widthPx: 720, heightPx: 1280 };
  expect(serializeVideoHeader(header)).toEqual(hex("68323634 000002d0 00000500"));
});

test.each<[VideoPacket, string]>([
  [{ kind: "config", ptsUs: 0, data: Uint8Array.of(9, 8) }, "8000000000000000 00000002 0908"],
  [{ kind: "key", ptsUs: 0x1234, data: Uint8Array.of(7) }, "4000000000001234 00000001 07"],
  [{ kind: "delta", ptsUs: 16_667, data: Uint8Array.of() }, "000000000000411b 00000000"],
])("packet %# has scrcpy's flags, time and size", (packet, bytes) => {
  expect(serializeVideoPacket(packet)).toEqual(hex(bytes));
});

test("pads a device name to 64 bytes, truncated between characters", () => {
  expect(serializeDeviceName("Pixel")).toEqual(hex(`506978656c${"00".repeat(59)}`));
  const [event] = new VideoStreamReader({ codecMeta: false }).push(serializeDeviceName("🌿".repeat(40)));
  expect(event).toEqual({ type: "device", name: "🌿".repeat(15) });
});

const packets = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("config" as const), ptsUs: fc.constant(0), data: fc.uint8Array() }),
    fc.record({
      kind: fc.constantFrom("key" as const, "delta" as const),
      ptsUs: fc.maxSafeNat(),
      data: fc.uint8Array(),
    }),
  ),
);

test("reads a stream independent of its pieces", () => {
  fc.assert(
    fc.property(packets, fc.infiniteStream(fc.integer({ min: 1, max: 40 })), fc.boolean(), (sent, sizes, dummyByte) => {
      const header = { codecId: VIDEO_CODEC_IDS.av1, widthPx: 1, heightPx: 0xffffffff };
      const parts = [serializeDeviceName("D"), serializeVideoHeader(header), ...sent.map(serializeVideoPacket)];
      const stream = Buffer.concat(dummyByte ? [Uint8Array.of(0), ...parts] : parts);
      const reader = new VideoStreamReader({ dummyByte });
      const events: VideoEvent[] = [];
      for (let at = 0; at < stream.length;) {
        const size = sizes.next().value;
        events.push(...reader.push(stream.subarray(at, at + size)));
        at += size;
      }
      const expected: VideoEvent[] = [
        { type: "device", name: "D" },
        { type: "header", ...header },
        ...sent.map((packet) => ({ type: "packet" as const, ...packet, bytes: serializeVideoPacket(packet) })),
      ];
      expect(events).toEqual(expected);
    }),
  );
});

test("rejects a packet of impossible size", () => {
  const reader = new VideoStreamReader({ deviceMeta: false, codecMeta: false });
  expect(() => reader.push(hex("0000000000000000 ffffffff"))).toThrow("4294967295 bytes");
});
