import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AdbProtocolError } from "./packet.ts";
import {
  ShellId,
  ShellPacketParser,
  encodeShellPacket,
  MAX_SHELL_DATA_BYTES,
  parseWindowSize,
} from "./shell-protocol.ts";

describe("shell v2 packets", () => {
  it.each([
    [ShellId.stdin, Buffer.from("ls\n"), "00 03000000 6c730a"],
    [ShellId.stdout, Buffer.from("hi"), "01 02000000 6869"],
    [ShellId.stderr, Buffer.from("no"), "02 02000000 6e6f"],
    [ShellId.exit, Buffer.of(3), "03 01000000 03"],
    [ShellId.closeStdin, Buffer.alloc(0), "04 00000000"],
    [ShellId.windowSize, Buffer.from("24x80,0x0\0"), "05 0a000000 32347838302c30783000"],
  ])("of id %i are an id, a length and the data", (id, data, hex) => {
    const bytes = encodeShellPacket(id, data);
    expect(bytes.toString("hex")).toBe(hex.replaceAll(" ", ""));
    expect([...new ShellPacketParser().parse(bytes)]).toEqual([{ id, data }]);
  });

  it("are found however the bytes are split", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 17 }),
        (list, size) => {
          const bytes = Buffer.concat(list.map((data) => encodeShellPacket(ShellId.stdin, data)));
          const parser = new ShellPacketParser();
          const found: Buffer[] = [];
          for (let at = 0; at < bytes.length; at += size) {
            for (const { data } of parser.parse(bytes.subarray(at, at + size))) found.push(Buffer.from(data));
          }
          expect(found).toEqual(list.map((data) => Buffer.from(data)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("beyond the limit are a protocol error", () => {
    const header = Buffer.alloc(5);
    header.writeUInt32LE(MAX_SHELL_DATA_BYTES + 1, 1);
    expect(() => [...new ShellPacketParser().parse(header)]).toThrow(AdbProtocolError);
  });
});

describe("parseWindowSize", () => {
  it("reads rows and columns", () => {
    expect(parseWindowSize(Buffer.from("24x80,640x480\0"))).toEqual({ rows: 24, columns: 80 });
  });

  it.each(["", "24x80", "0x0,0x0", "-1x5,0x0", "ax5,", "999999x1,0x0"])("returns undefined for %j", (text) => {
    expect(parseWindowSize(Buffer.from(text))).toBeUndefined();
  });
});
