import { Duplex } from "node:stream";
import type { Adb, AdbSocket } from "@yume-chan/adb";
import { withDeadline } from "../base/deadline.ts";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";

/** Bytes that wait for the device before the writer is held back. */
const WAITING_BYTES = 262_144;
/** Bytes of the device that wait to be read. As single bytes, each with an object of its own, they take some megabytes. */
const UNREAD_BYTES = 16_384;

/**
 * Connects to a socket on the device, by its address in words of `adb forward` (`localabstract:chrome_devtools_remote`).
 * It closes both ways at once, as ADB's streams do. Rejects if nobody listens there, or the device does not answer.
 */
export function openDeviceSocket(adb: Adb, address: string): Promise<Duplex> {
  return withDeadline(ANSWER_TIMEOUT_MS, `connecting to ${address}`, async (signal) => {
    const socket = toDuplex(await adb.createSocket(address));
    if (signal.aborted) socket.destroy();
    return socket;
  });
}

function toDuplex(socket: AdbSocket): Duplex {
  const reader = socket.readable.getReader();
  const writer = socket.writable.getWriter();
  // What went wrong is told by reads and writes.
  for (const over of [reader.closed, writer.closed]) Promise.resolve(over).catch(() => undefined);
  return new Duplex({
    writableHighWaterMark: WAITING_BYTES,
    readableHighWaterMark: UNREAD_BYTES,
    read() {
      reader.read().then(
        ({ done, value }) => void this.push(done ? null : value),
        (error: unknown) => this.destroy(asError(error)),
      );
    },
    write: (bytes: Buffer, _encoding, done) => void settle(writer.write(bytes), done),
    // A packet of ADB has room for more than one, and the next one waits for the device's answer.
    writev: (chunks, done) =>
      void settle(writer.write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer))), done),
    // Closing fails only where the connection is gone, and the socket with it.
    destroy: (error, done) => void settle(socket.close(), () => done(error)),
  });
}

/** Tells a stream how some work of its ended. */
async function settle(work: PromiseLike<void> | void, done: (error?: Error) => void): Promise<void> {
  try {
    await work;
  } catch (error) {
    return done(asError(error));
  }
  done();
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
