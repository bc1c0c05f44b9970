import { receiveWindowBytes } from "@terrarium/adb/daemon-stream";
import { AdbProtocolError, type AdbPacket, Command } from "@terrarium/adb/packet";

/**
 * What is counted of a WRTE at least: what is kept beside its payload. Who sends several without waiting has more to say
 * than fits into one, and those of Android 7, the oldest with shell v2, hold 256 KiB.
 */
const LEAST_BYTES = 256 * 1024;
/**
 * Of all streams together. A device leaves at most some 100 open (DEVICE_LIMITS), each of which may hold one packet of
 * 1 MiB that nobody reads yet.
 */
const TOTAL_BYTES = 128 * 1024 * 1024;

/**
 * What both ends of one ADB connection have yet to answer, by our ids of its streams. Tango takes each packet as it
 * comes, whether or not the one before was read, and keeps it and the answer that waits to be sent: a daemon that does
 * not wait would fill the memory.
 *
 * A WRTE is to be answered before the next (AOSP packages/modules/adb, protocol.txt). Android's own sends what is left
 * all the same when its program hangs up (adb/fdevent: a hang-up counts as something to read), so that a stream may have
 * as much on the way as our own device takes. What we closed is counted until the daemon closes it too.
 */
export class PacketAccount {
  /** The bytes that are counted of each WRTE of the daemon that waits for our OKAY. */
  readonly #unanswered = new Map<number, number[]>();
  #totalBytes = 0;
  /** Streams on which we wait for an OKAY. */
  readonly #awaited = new Set<number>();

  /**
   * Counts a packet of the daemon. False: it is an OKAY to nothing, which Tango would answer, and is to be passed over.
   * Throws AdbProtocolError where more is on the way than is kept.
   */
  receive({ command, arg1: id, payload }: Pick<AdbPacket, "command" | "arg1" | "payload">): boolean {
    if (command === Command.OKAY) return this.#awaited.delete(id);
    if (command === Command.WRTE) this.#charge(id, Math.max(payload.length, LEAST_BYTES));
    if (command === Command.CLSE) this.#forget(id);
    return true;
  }

  /** Counts a packet that is being sent. */
  send({ command, arg0: id }: { command: number; arg0: number }): void {
    if (command === Command.OPEN || command === Command.WRTE) this.#awaited.add(id);
    if (command === Command.OKAY) this.#totalBytes -= this.#unanswered.get(id)?.shift() ?? 0;
  }

  #charge(id: number, bytes: number): void {
    const sizes = this.#unanswered.get(id) ?? [];
    const onTheWay = sizes.reduce((sum, size) => sum + size, 0);
    if (onTheWay > receiveWindowBytes || this.#totalBytes > TOTAL_BYTES)
      throw new AdbProtocolError("the device sends more than it may before it is answered");
    sizes.push(bytes);
    this.#unanswered.set(id, sizes);
    this.#totalBytes += bytes;
  }

  #forget(id: number): void {
    for (const bytes of this.#unanswered.get(id) ?? []) this.#totalBytes -= bytes;
    this.#unanswered.delete(id);
    this.#awaited.delete(id);
  }
}
