import { describe, expect, test } from "vitest";
import { type AnswerCheck, boundedShell, boundedSync } from "./bounded-answers.ts";
import { AdbProtocolError } from "./packet.ts";
import { encodeShellPacket, MAX_SHELL_DATA_BYTES, ShellId } from "./shell-protocol.ts";
import {
  encodeDent,
  encodeDent2,
  encodeFail,
  encodeListDone,
  encodeStat,
  encodeStat2,
  encodeSyncHead,
  MAX_SYNC_DATA_BYTES,
  MAX_SYNC_PATH_BYTES,
} from "./sync-codec.ts";
import { FILE_STATUS as STATUS } from "./testing/file-status.ts";

const NAME = Buffer.alloc(MAX_SYNC_PATH_BYTES, "name");
const data = (bytes: number) => Buffer.concat([encodeSyncHead("DATA", bytes), Buffer.alloc(bytes, "DATA")]);

/** Pushes pieces of one size, so that the framing spans pieces. */
function push(check: AnswerCheck, bytes: Buffer, pieceBytes: number): void {
  for (let at = 0; at < bytes.length; at += pieceBytes) pushAll(check, bytes.subarray(at, at + pieceBytes));
}

/** Returns the sizes of the parts into which a check splits a piece. */
function pushAll(check: AnswerCheck, piece: Buffer): number[] {
  const sizes = [];
  for (let at = 0; at < piece.length; at += sizes.at(-1) ?? 0) sizes.push(check(piece.subarray(at)).bytes);
  return sizes;
}

describe.each([1, 7, 4_096, 10_000_000])("in pieces of %i bytes", (pieceBytes) => {
  test.each<[string, () => AnswerCheck, Buffer[]]>([
    [
      "a shell",
      boundedShell,
      [
        encodeShellPacket(ShellId.stdout, Buffer.alloc(MAX_SHELL_DATA_BYTES)),
        encodeShellPacket(ShellId.stderr, Buffer.alloc(0)),
        encodeShellPacket(ShellId.exit, Buffer.of(0)),
      ],
    ],
    [
      "a listing",
      boundedSync,
      [encodeStat(STATUS), encodeDent(NAME, STATUS), encodeDent(Buffer.of(46), STATUS), encodeListDone(1)],
    ],
    [
      "a listing of version 2",
      boundedSync,
      [encodeStat2("STA2", 0, STATUS), encodeDent2(NAME, 0, STATUS), encodeDent2(NAME, 13), encodeListDone(2)],
    ],
    ["an empty listing", boundedSync, [encodeStat2("LST2", 0, STATUS), encodeListDone(2)]],
    [
      "a file",
      boundedSync,
      [encodeStat(STATUS), data(MAX_SYNC_DATA_BYTES), data(0), data(5), encodeSyncHead("DONE", 0)],
    ],
    ["files that are taken and refused", boundedSync, [encodeSyncHead("OKAY", 0), encodeFail("no space")]],
  ])("accepts responses to %s", (_what, check, answers) => {
    expect(() => push(check(), Buffer.concat(answers), pieceBytes)).not.toThrow();
  });

  test.each<[string, () => AnswerCheck, Buffer[], string]>([
    ["a packet of a shell", boundedShell, [Buffer.of(1, 1, 0, 0x10, 0)], "shell packet of 1048577 bytes"],
    [
      "output behind some",
      boundedShell,
      [encodeShellPacket(ShellId.stdout, NAME), Buffer.alloc(5, 0xff)],
      "4294967295",
    ],
    [
      "a name",
      boundedSync,
      [encodeDent(Buffer.alloc(MAX_SYNC_PATH_BYTES + 1), STATUS)],
      "sync answer DENT of 1025 bytes",
    ],
    ["a name of version 2", boundedSync, [encodeDent2(Buffer.alloc(2_000), 0)], "sync answer DNT2 of 2000 bytes"],
    [
      "a part of a file",
      boundedSync,
      [encodeStat(), encodeSyncHead("DATA", 65_537)],
      "sync answer DATA of 65537 bytes",
    ],
    ["a reason", boundedSync, [encodeSyncHead("FAIL", 0xffff_ffff)], "sync answer FAIL of 4294967295 bytes"],
    ["nothing that is known", boundedSync, [Buffer.from("SEND")], "unknown sync answer"],
    ["more than the last", boundedSync, [encodeListDone(2), encodeSyncHead("FAIL", 9)], "after the last one"],
  ])("rejects %s, which no device sends", (_what, check, answers, message) => {
    const pushing = () => push(check(), Buffer.concat(answers), pieceBytes);
    expect(pushing).toThrow(AdbProtocolError);
    expect(pushing).toThrow(message);
  });
});
