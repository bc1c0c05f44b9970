import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ScrcpyProtocolError } from "./byte-queue.ts";
import { ControlMessageReader } from "./control-reader.ts";
import { serializeControlMessage } from "./control-serializer.ts";
import { CLIPBOARD_BYTES_MAX, EMPTY_TYPES, textMessages, type ControlMessage, type EmptyType } from "./control.ts";

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ""), "hex"));
const position = { x: 100, y: 200, screenWidthPx: 1080, screenHeightPx: 1920 };

/** Mostly the values of scrcpy's own tests (app/tests/test_control_msg_serialize.c). */
const fixtures: [ControlMessage, string][] = [
  [{ type: "key", action: 1, keyCode: 66, repeat: 5, metaState: 0x41 }, "00 01 00000042 00000005 00000041"],
  [{ type: "text", text: "hello, world!" }, "01 0000000d 68656c6c6f2c20776f726c6421"],
  [
    { type: "touch", action: 0, pointerId: 0x1234567887654321n, ...position, pressure: 1, actionButton: 1, buttons: 1 },
    "02 00 1234567887654321 00000064 000000c8 0438 0780 ffff 00000001 00000001",
  ],
  [
    { type: "scroll", ...position, x: 260, y: 1026, horizontal: 16, vertical: -16, buttons: 1 },
    "03 00000104 00000402 0438 0780 7fff 8000 00000001",
  ],
  [{ type: "backOrScreenOn", action: 1 }, "04 01"],
  [{ type: "expandNotificationPanel" }, "05"],
  [{ type: "expandSettingsPanel" }, "06"],
  [{ type: "collapsePanels" }, "07"],
  [{ type: "getClipboard", copyKey: 1 }, "08 01"],
  [
    { type: "setClipboard", sequence: 0x0102030405060708n, paste: true, text: "hello" },
    "09 0102030405060708 01 00000005 68656c6c6f",
  ],
  [{ type: "setDisplayPower", on: true }, "0a 01"],
  [{ type: "rotateDevice" }, "0b"],
  [
    { type: "uhidCreate", id: 42, vendorId: 0x1234, productId: 0x5678, name: "ABC", data: Uint8Array.of(1, 2) },
    "0c 002a 1234 5678 03 414243 0002 0102",
  ],
  [{ type: "uhidInput", id: 42, data: Uint8Array.of(1, 2, 3) }, "0d 002a 0003 010203"],
  [{ type: "uhidDestroy", id: 42 }, "0e 002a"],
  [{ type: "openHardKeyboardSettings" }, "0f"],
  [{ type: "startApp", name: "firefox" }, "10 07 66697265666f78"],
  [{ type: "resetVideo" }, "11"],
];

test.each(fixtures)("round-trips %o as these bytes", (message, bytes) => {
  expect(serializeControlMessage(message)).toEqual(hex(bytes));
  expect(new ControlMessageReader().push(hex(bytes))).toEqual([message]);
});

const u8 = fc.integer({ min: 0, max: 0xff });
const u16 = fc.integer({ min: 0, max: 0xffff });
const u32 = fc.integer({ min: 0, max: 0xffffffff });
const s32 = fc.integer({ min: -0x80000000, max: 0x7fffffff });
const where = { x: s32, y: s32, screenWidthPx: u16, screenHeightPx: u16 };
const text = fc.string({ unit: "grapheme" });
const clicks = fc.integer({ min: -0x8000, max: 0x7ffe }).map((fixed) => fixed / 0x800);

const anyMessage: fc.Arbitrary<ControlMessage> = fc.oneof(
  fc.record({ type: fc.constant("key" as const), action: u8, keyCode: u32, repeat: u32, metaState: u32 }),
  fc.record({ type: fc.constant("text" as const), text }),
  fc.record({
    type: fc.constant("touch" as const),
    action: u8,
    pointerId: fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
    ...where,
    pressure: fc.integer({ min: 0, max: 0xfffe }).map((fixed) => fixed / 0x10000),
    actionButton: u32,
    buttons: u32,
  }),
  fc.record({ type: fc.constant("scroll" as const), ...where, horizontal: clicks, vertical: clicks, buttons: u32 }),
  fc.record({ type: fc.constant("backOrScreenOn" as const), action: u8 }),
  fc.record({ type: fc.constant("getClipboard" as const), copyKey: u8 }),
  fc.record({
    type: fc.constant("setClipboard" as const),
    sequence: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
    paste: fc.boolean(),
    text,
  }),
  fc.record({ type: fc.constant("setDisplayPower" as const), on: fc.boolean() }),
  fc.record({
    type: fc.constant("uhidCreate" as const),
    id: u16,
    vendorId: u16,
    productId: u16,
    name: fc.string({ maxLength: 60 }),
    data: fc.uint8Array(),
  }),
  fc.record({ type: fc.constant("uhidInput" as const), id: u16, data: fc.uint8Array() }),
  fc.record({ type: fc.constant("uhidDestroy" as const), id: u16 }),
  fc.record({ type: fc.constant("startApp" as const), name: fc.string({ maxLength: 80 }) }),
  fc.record({ type: fc.constantFrom(...(Object.keys(EMPTY_TYPES) as EmptyType[])) }),
);

test("round-trips messages that are joined and split anywhere", () => {
  fc.assert(
    fc.property(fc.array(anyMessage), fc.infiniteStream(fc.integer({ min: 1, max: 30 })), (sent, sizes) => {
      const stream = Buffer.concat(sent.map(serializeControlMessage));
      const reader = new ControlMessageReader();
      const received: ControlMessage[] = [];
      for (let at = 0; at < stream.length;) {
        const size = sizes.next().value;
        received.push(...reader.push(stream.subarray(at, at + size)));
        at += size;
      }
      expect(received).toEqual(sent);
    }),
  );
});

/** Returns the class of the thrown error. */
function failureOf(action: () => void): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.constructor : error;
  }
}

test("reads any data, or throws a protocol error", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1 })), (chunks) => {
      const reader = new ControlMessageReader();
      expect(failureOf(() => chunks.forEach((chunk) => reader.push(chunk)))).toBeOneOf([
        undefined,
        ScrcpyProtocolError,
      ]);
    }),
  );
});

test("reads the next message after an unknown type", () => {
  const reader = new ControlMessageReader();
  expect(reader.push(hex("63 0102"))).toEqual([{ type: "unknown", id: 0x63, data: Uint8Array.of(1, 2) }]);
  expect(reader.push(hex("11"))).toEqual([{ type: "resetVideo" }]);
});

test("rejects a clipboard beyond scrcpy's limit on both ends", () => {
  const message: ControlMessage = {
    type: "setClipboard",
    sequence: 0n,
    paste: false,
    text: "x".repeat(CLIPBOARD_BYTES_MAX + 1),
  };
  expect(() => serializeControlMessage(message)).toThrow(RangeError);
  expect(() => new ControlMessageReader().push(hex("09 0000000000000000 00 7fffffff"))).toThrow(ScrcpyProtocolError);
});

test("splits long text between characters, at most 300 bytes each", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 1000 }), (long) => {
      const messages = textMessages(long);
      const texts = messages.map((message) => (message.type === "text" ? message.text : ""));
      expect(texts.join("")).toBe(long);
      for (const part of texts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(300);
    }),
  );
  expect(textMessages("🌿".repeat(76)).map((message) => serializeControlMessage(message).length)).toEqual([305, 9]);
});
