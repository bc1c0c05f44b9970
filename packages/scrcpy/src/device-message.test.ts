import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CLIPBOARD_BYTES_MAX } from "./control.ts";
import { DeviceMessageReader, serializeDeviceMessage, type DeviceMessage } from "./device-message.ts";

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ""), "hex"));

test.each<[DeviceMessage, string]>([
  [{ type: "clipboard", text: "ABC" }, "00 00000003 414243"],
  [{ type: "ackClipboard", sequence: 0x0102030405060708n }, "01 0102030405060708"],
  [{ type: "uhidOutput", id: 42, data: Uint8Array.of(1, 2, 3) }, "02 002a 0003 010203"],
])("round-trips %o as these bytes", (message, bytes) => {
  expect(serializeDeviceMessage(message)).toEqual(hex(bytes));
  expect(new DeviceMessageReader().push(hex(bytes))).toEqual([message]);
});

const anyMessage: fc.Arbitrary<DeviceMessage> = fc.oneof(
  fc.record({ type: fc.constant("clipboard" as const), text: fc.string({ unit: "grapheme" }) }),
  fc.record({ type: fc.constant("ackClipboard" as const), sequence: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }) }),
  fc.record({ type: fc.constant("uhidOutput" as const), id: fc.nat(0xffff), data: fc.uint8Array() }),
);

test("round-trips joined messages byte by byte", () => {
  fc.assert(
    fc.property(fc.array(anyMessage), (sent) => {
      const reader = new DeviceMessageReader();
      const stream = Buffer.concat(sent.map(serializeDeviceMessage));
      expect([...stream].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual(sent);
    }),
  );
});

test("truncates a long clipboard between characters", () => {
  const [message] = new DeviceMessageReader().push(
    serializeDeviceMessage({ type: "clipboard", text: `x${"é".repeat(CLIPBOARD_BYTES_MAX)}` }),
  );
  expect(message).toEqual({ type: "clipboard", text: `x${"é".repeat((CLIPBOARD_BYTES_MAX - 2) / 2)}` });
});

test("rejects an unknown type and an impossible length", () => {
  expect(() => new DeviceMessageReader().push(Uint8Array.of(9))).toThrow("unknown type 9");
  expect(() => new DeviceMessageReader().push(hex("00 7fffffff"))).toThrow("2147483647 bytes");
});
