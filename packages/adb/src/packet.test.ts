import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AdbProtocolError,
  Command,
  PacketParser,
  encodeHeader,
  HEADER_BYTES,
  MAX_HANDSHAKE_PAYLOAD_BYTES,
  MAX_PAYLOAD_BYTES,
  payloadCheck,
  type AdbPacket,
} from "./packet.ts";

function parseAll(...chunks: Buffer[]): AdbPacket[] {
  const parser = new PacketParser();
  return chunks.flatMap((chunk) => [...parser.parse(chunk)]);
}

describe("packet header", () => {
  it.each([
    [Command.CNXN, "434e584e 01000001 00001000 07000000 32020000 bcb1a7b1"],
    [Command.AUTH, "41555448 01000001 00001000 07000000 32020000 beaaabb7"],
    [Command.OPEN, "4f50454e 01000001 00001000 07000000 32020000 b0afbab1"],
    [Command.OKAY, "4f4b4159 01000001 00001000 07000000 32020000 b0b4bea6"],
    [Command.WRTE, "57525445 01000001 00001000 07000000 32020000 a8adabba"],
    [Command.CLSE, "434c5345 01000001 00001000 07000000 32020000 bcb3acba"],
  ])("of %i matches AOSP's amessage", (command, hex) => {
    const payload = Buffer.from("host::\0");
    const header = encodeHeader(command, 0x01000001, MAX_PAYLOAD_BYTES, payload.length, payloadCheck(payload));
    expect(header.toString("hex")).toBe(hex.replaceAll(" ", ""));

    expect(parseAll(Buffer.concat([header, payload]))).toEqual([
      { command, arg0: 0x01000001, arg1: MAX_PAYLOAD_BYTES, check: 0x232, payload, offset: 0, restBytes: 0 },
    ]);
  });

  it("carries arguments beyond 31 bits", () => {
    const [packet] = parseAll(encodeHeader(Command.OKAY, 0xffffffff, 0x80000000, 0, 0));
    expect(packet).toMatchObject({ arg0: 0xffffffff, arg1: 0x80000000 });
  });
});

describe("PacketParser", () => {
  it("finds the same packets however the bytes are split", () => {
    const packet = fc.record({
      command: fc.constantFrom(...Object.values(Command)),
      payload: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 5 }), fc.array(fc.nat(200), { maxLength: 20 }), (packets, cuts) => {
        const bytes = Buffer.concat(
          packets.flatMap(({ command, payload }) => [encodeHeader(command, 1, 2, payload.length, 0), payload]),
        );
        const chunks: Buffer[] = [];
        let rest = bytes;
        for (const cut of cuts) {
          chunks.push(rest.subarray(0, cut));
          rest = rest.subarray(cut);
        }
        const parsed = parseAll(...chunks, rest);
        expect(parsed.map(({ command, payload }) => ({ command, payload: Buffer.from(payload) }))).toEqual(
          packets.map(({ command, payload }) => ({ command, payload: Buffer.from(payload) })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("can return WRTE payloads in pieces, and all others whole", () => {
    const written = Buffer.from("0123456789");
    const bytes = Buffer.concat([
      encodeHeader(Command.WRTE, 1, 2, written.length, 0),
      written,
      encodeHeader(Command.OPEN, 1, 0, 5, 0),
      Buffer.from("sync:"),
    ]);
    const parser = new PacketParser();
    parser.wholeWrites = false;
    const cuts = [0, 10, 24, 27, HEADER_BYTES + 10, 59, bytes.length];
    const parsed = cuts.slice(1).flatMap((end, index) => [...parser.parse(bytes.subarray(cuts[index], end))]);
    expect(parsed.map(({ payload, offset, restBytes }) => [payload.toString(), offset, restBytes])).toEqual([
      ["012", 0, 7],
      ["3456789", 3, 0],
      ["sync:", 0, 0],
    ]);
  });

  it("throws only a protocol error for any invalid data", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24, maxLength: 200 }), (bytes) => {
        expect(() => parseAll(Buffer.from(bytes))).toThrow(AdbProtocolError);
      }),
      { numRuns: 100 },
    );
  });

  it("rejects invalid magic, commands and lengths before buffering", () => {
    const badMagic = encodeHeader(Command.OKAY, 1, 1, 0, 0);
    badMagic.writeUInt32LE(1, 20);
    expect(() => parseAll(badMagic)).toThrow(/bad magic 1 for command "OKAY"/);

    const unknown = encodeHeader(Command.OKAY, 1, 1, 0, 0);
    unknown.write("NOPE", 0);
    unknown.writeUInt32LE((unknown.readUInt32LE(0) ^ 0xffffffff) >>> 0, 20);
    expect(() => parseAll(unknown)).toThrow(/unknown command "NOPE"/);

    expect(() => parseAll(encodeHeader(Command.WRTE, 1, 1, MAX_PAYLOAD_BYTES + 1, 0))).toThrow(/exceeds the limit/);
    expect(() => parseAll(encodeHeader(Command.AUTH, 1, 1, MAX_HANDSHAKE_PAYLOAD_BYTES + 1, 0))).toThrow(
      /exceeds the limit/,
    );
  });
});
