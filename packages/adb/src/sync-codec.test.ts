import { describe, expect, it } from "vitest";
import {
  encodeDent,
  encodeDent2,
  encodeFail,
  encodeListDone,
  encodeStat,
  encodeStat2,
  encodeSyncHead,
  type SyncStatus,
} from "./sync-codec.ts";

const status: SyncStatus = {
  mode: 0o100644,
  sizeBytes: 0x1_0000_0002,
  modifiedAtS: 0x11,
  accessedAtS: 0x22,
  changedAtS: 0x33,
  device: 1,
  inode: 2,
  links: 3,
  userId: 2000,
  groupId: 1015,
};
const hex = (text: string) => text.replaceAll(" ", "");
const status2 =
  "00000000 0100000000000000 0200000000000000 a4810000 03000000 d0070000 f7030000 " +
  "0200000001000000 2200000000000000 1100000000000000 3300000000000000";

describe("sync layouts", () => {
  it("STAT is 16 bytes, with 32-bit size, zero when missing", () => {
    expect(encodeStat(status).toString("hex")).toBe(hex("53544154 a4810000 02000000 11000000"));
    expect(encodeStat().toString("hex")).toBe(hex("53544154 00000000 00000000 00000000"));
  });

  it("times outside 32 bits are truncated in v1 layouts only", () => {
    const late = { ...status, modifiedAtS: 0x1_0000_0011 };
    expect(encodeStat(late)).toEqual(encodeStat(status));
    expect(encodeDent(Buffer.from("a"), late)).toEqual(encodeDent(Buffer.from("a"), status));
    expect(encodeStat2("STA2", 0, late).readBigInt64LE(56)).toBe(0x1_0000_0011n);
    const early = { ...status, modifiedAtS: -1 };
    expect(encodeStat(early).readInt32LE(12)).toBe(-1);
    expect(encodeStat2("STA2", 0, early).readBigInt64LE(56)).toBe(-1n);
  });

  it("STA2 and LST2 are 72 bytes", () => {
    expect(encodeStat2("STA2", 0, status).toString("hex")).toBe(hex(`53544132 ${status2}`));
    expect(encodeStat2("LST2", 2).toString("hex")).toBe(hex(`4c535432 02000000 ${"00".repeat(64)}`));
  });

  it("DENT is 20 bytes and DNT2 76, then the name", () => {
    const name = Buffer.from("é");
    expect(encodeDent(name, status).toString("hex")).toBe(hex("44454e54 a4810000 02000000 11000000 02000000 c3a9"));
    expect(encodeDent2(name, 0, status).toString("hex")).toBe(hex(`444e5432 ${status2} 02000000 c3a9`));
  });

  it("a listing ends with DONE in an empty entry", () => {
    expect(encodeListDone(1).toString("hex")).toBe(hex(`444f4e45 ${"00".repeat(16)}`));
    expect(encodeListDone(2).toString("hex")).toBe(hex(`444f4e45 ${"00".repeat(72)}`));
  });

  it("DATA, DONE and OKAY have a number, FAIL a message", () => {
    expect(encodeSyncHead("DATA", 65536).toString("hex")).toBe(hex("44415441 00000100"));
    expect(encodeSyncHead("OKAY", 0).toString("hex")).toBe(hex("4f4b4159 00000000"));
    expect(encodeFail("no").toString("hex")).toBe(hex("4641494c 02000000 6e6f"));
  });
});
