import { Duplex } from "node:stream";
import { withDeadline } from "@terrarium/platform/base/deadline";
import type { Adb, AdbSocket } from "@yume-chan/adb";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";

/** Bytes waiting for the device above which the writer is paused. */
const WAITING_BYTES = 262_144;
/** Limit of unread bytes from the device. If each byte is an object of its own, they use some megabytes. */
const UNREAD_BYTES = 16_384;

/**
 * Connects to a socket on the device, by its address in `adb forward` format (`localabstract:chrome_devtools_remote`).
 * Closes both directions at once, like ADB streams. Rejects if no program listens there or the device does not answer.
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
  // Reads and writes report failures.
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
    // One ADB packet holds several chunks, and the next packet waits for the device's answer.
    writev: (chunks, done) =>
      void settle(writer.write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer))), done),
    // Closing fails only if the connection, and with it the socket, is already gone.
    destroy: (error, done) => void settle(socket.close(), () => done(error)),
  });
}

/** Passes the result of work to a stream's callback. */
async function settle(work: PromiseLike<void> | void, done: (error?: Error) => void): Promise<void> {
  try {
    await work;
  } catch (error) {
    return done(asError(error));
  }
  done();
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
