import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Command,
  encodeHeader,
  headerBytes,
  maxPayloadBytes,
  payloadCheck,
  protocolVersion,
} from "@terrarium/adb/packet";
import type { DeviceAddress } from "./provider.ts";

const BANNER = Buffer.from("host::\0");
const GREETING = Buffer.concat([
  encodeHeader(Command.CNXN, protocolVersion, maxPayloadBytes, BANNER.length, payloadCheck(BANNER)),
  BANNER,
]);
/** How long one attempt may take: one that is answered takes a millisecond. */
const ATTEMPT_TIMEOUT_MS = 2_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/**
 * Whether what listens there is an ADB daemon: it answers a greeting with AUTH, or with CNXN if it trusts everybody
 * (AOSP protocol.txt). A port alone says little: those of containers take connections before anybody listens behind.
 */
export function answersAdb({ host, port }: DeviceAddress, timeoutMs = ATTEMPT_TIMEOUT_MS): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const timer = setTimeout(() => done(false), timeoutMs);
    let header = Buffer.alloc(0);
    const done = (answers: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answers);
    };
    socket
      .on("connect", () => socket.write(GREETING))
      .on("data", (chunk: Buffer) => {
        header = Buffer.concat([header, chunk.subarray(0, headerBytes)]);
        if (header.length < headerBytes) return;
        const command = header.readUInt32LE(0);
        done(command === Command.AUTH || command === Command.CNXN);
      })
      .on("error", () => done(false))
      .on("close", () => done(false));
  });
}

/** Resolves with true when it answers, or with false when the time is over or the signal says that it never will. */
export async function untilAdbAnswers(
  address: DeviceAddress,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0 || signal?.aborted) return false;
    if (await answersAdb(address, Math.min(ATTEMPT_TIMEOUT_MS, leftMs))) return true;
    await sleep(pauseMs, undefined, { ref: false });
  }
}
