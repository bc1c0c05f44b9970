import { createPrivateKey, type KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { signToken, tokenBytes } from "@terrarium/adb/auth";
import {
  AuthKind,
  Command,
  encodeHeader,
  headerBytes,
  maxPayloadBytes,
  payloadCheck,
  protocolVersion,
} from "@terrarium/adb/packet";
import { connectTo, type DeviceAddress } from "../base/device-address.ts";

/** How long one attempt may take: one that is answered takes a millisecond. */
const ATTEMPT_TIMEOUT_MS = 2_000;
/** What is read of an answer: a challenge, and the header of what comes after it. */
const MOST_READ_BYTES = 2 * headerBytes + tokenBytes;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

const packet = (command: number, arg0: number, arg1: number, payload: Buffer): Buffer =>
  Buffer.concat([encodeHeader(command, arg0, arg1, payload.length, payloadCheck(payload)), payload]);
const GREETING = packet(Command.CNXN, protocolVersion, maxPayloadBytes, Buffer.from("host::\0"));

/**
 * Whether what is there answers ADB, and lets in who has the key if one is given: a daemon, or the adb server that has the
 * device of a serial.
 */
export function answersAdb(address: DeviceAddress, timeoutMs = ATTEMPT_TIMEOUT_MS, key?: KeyObject): Promise<boolean> {
  const { serial } = address;
  if (serial !== undefined) return isAnswered(address, timeoutMs, ...serverTalk(serial));
  return isAnswered(address, timeoutMs, GREETING, daemonTalk(key));
}

/** What has been read of an answer so far: enough for a verdict, or for something to be sent, or for neither. */
type Judge = (read: Buffer) => boolean | Buffer | undefined;

/**
 * An ADB daemon answers a greeting with AUTH, or with CNXN if it trusts everybody, and a signature that it knows with
 * CNXN (AOSP protocol.txt). A port alone says little: those of containers take connections before anybody listens behind.
 */
function daemonTalk(key: KeyObject | undefined): Judge {
  let hasSigned = false;
  return (all) => {
    const read = hasSigned ? all.subarray(headerBytes + tokenBytes) : all;
    if (read.length < headerBytes) return undefined;
    const command = read.readUInt32LE(0);
    if (command === Command.CNXN) return true;
    if (command !== Command.AUTH || hasSigned) return false;
    if (!key) return true;
    const token = read.subarray(headerBytes, headerBytes + tokenBytes);
    if (token.length < tokenBytes) return undefined;
    hasSigned = true;
    return packet(Command.AUTH, AuthKind.signature, 0, signToken(token, key));
  };
}

/** Requests to an adb server begin with their length in four hexadecimal digits; it answers OKAY or FAIL (AOSP OVERVIEW.TXT). */
function serverTalk(serial: string): [question: Buffer, judge: Judge] {
  const request = `host:transport:${serial}`;
  const question = Buffer.from(`${Buffer.byteLength(request).toString(16).padStart(4, "0")}${request}`);
  return [question, (read) => (read.length < 4 ? undefined : read.subarray(0, 4).toString("latin1") === "OKAY")];
}

function isAnswered(address: DeviceAddress, timeoutMs: number, question: Buffer, judge: Judge): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTo(address);
    const timer = setTimeout(() => done(false), timeoutMs);
    let read = Buffer.alloc(0);
    const done = (answers: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answers);
    };
    const look = () => {
      const verdict = judge(read);
      if (typeof verdict === "boolean") done(verdict);
      else if (verdict) socket.write(verdict);
    };
    socket
      .on("connect", () => socket.write(question))
      .on("data", (chunk: Buffer) => {
        read = Buffer.concat([read, chunk.subarray(0, MOST_READ_BYTES - read.length)]);
        look();
      })
      .on("error", () => done(false))
      .on("close", () => done(false));
  });
}

/**
 * Resolves with true when it answers (and lets in who has the key, as PKCS#8 PEM), or with false when the time is over or
 * the signal says that it never will.
 */
export async function untilAdbAnswers(
  address: DeviceAddress,
  timeoutMs: number,
  signal?: AbortSignal,
  privateKeyPem?: string,
): Promise<boolean> {
  const key = privateKeyPem === undefined ? undefined : createPrivateKey(privateKeyPem);
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0 || signal?.aborted) return false;
    if (await answersAdb(address, Math.min(ATTEMPT_TIMEOUT_MS, leftMs), key)) return true;
    await sleep(pauseMs, undefined, { ref: false });
  }
}
