import { createPrivateKey, type KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { signToken, TOKEN_BYTES } from "@terrarium/adb/auth";
import {
  AuthKind,
  Command,
  encodeHeader,
  HEADER_BYTES,
  MAX_PAYLOAD_BYTES,
  payloadCheck,
  PROTOCOL_VERSION,
} from "@terrarium/adb/packet";
import { connectTo, type DeviceAddress } from "@terrarium/platform/base/device-address";

/** Timeout of one attempt; a successful one takes a millisecond. */
const ATTEMPT_TIMEOUT_MS = 2_000;
/** Most bytes read of a response: a challenge, and the header of the next packet. */
const MOST_READ_BYTES = 2 * HEADER_BYTES + TOKEN_BYTES;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

const packet = (command: number, arg0: number, arg1: number, payload: Buffer): Buffer =>
  Buffer.concat([encodeHeader(command, arg0, arg1, payload.length, payloadCheck(payload)), payload]);
const GREETING = packet(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, Buffer.from("host::\0"));

/**
 * Resolves with whether an ADB daemon, or the adb server that owns the device with the given serial, answers at the
 * address. With a key, a daemon must also accept that key.
 */
export function answersAdb(address: DeviceAddress, timeoutMs = ATTEMPT_TIMEOUT_MS, key?: KeyObject): Promise<boolean> {
  const { serial } = address;
  if (serial !== undefined) return isAnswered(address, timeoutMs, ...serverTalk(serial));
  return isAnswered(address, timeoutMs, GREETING, daemonTalk(key));
}

/** Judges the bytes read so far. Returns a verdict, or bytes to send, or undefined if more bytes are needed. */
type Judge = (read: Buffer) => boolean | Buffer | undefined;

/**
 * An ADB daemon answers a greeting with AUTH, or with CNXN if it trusts every client. It answers a known signature with
 * CNXN (AOSP protocol.txt). An open port proves little: container engines accept connections before a program listens
 * behind the port.
 */
function daemonTalk(key: KeyObject | undefined): Judge {
  let hasSigned = false;
  return (all) => {
    const read = hasSigned ? all.subarray(HEADER_BYTES + TOKEN_BYTES) : all;
    if (read.length < HEADER_BYTES) return undefined;
    const command = read.readUInt32LE(0);
    if (command === Command.CNXN) return true;
    if (command !== Command.AUTH || hasSigned) return false;
    if (!key) return true;
    const token = read.subarray(HEADER_BYTES, HEADER_BYTES + TOKEN_BYTES);
    if (token.length < TOKEN_BYTES) return undefined;
    hasSigned = true;
    return packet(Command.AUTH, AuthKind.signature, 0, signToken(token, key));
  };
}

/**
 * Requests to an adb server start with their length in four hexadecimal digits. The server answers OKAY or FAIL (AOSP
 * OVERVIEW.TXT).
 */
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
 * Polls until ADB answers at the address, and accepts the key if one is given (PKCS#8 PEM). Resolves with true then, or
 * with false at the timeout or when the signal is aborted.
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
