import { RECEIVE_WINDOW_BYTES } from "@terrarium/adb/daemon-stream";
import { AdbProtocolError, type AdbPacket, Command } from "@terrarium/adb/packet";

/**
 * Least charge of a WRTE, which covers the bookkeeping. A daemon that sends several without waiting has more data than
 * fits into one; packets of Android 7, the oldest with shell v2, hold 256 KiB.
 */
const LEAST_BYTES = 256 * 1024;
/**
 * Limit of all streams together. A device leaves at most some 100 streams open (DEVICE_LIMITS), each with one unread
 * packet of up to 1 MiB.
 */
const TOTAL_BYTES = 128 * 1024 * 1024;

/**
 * Counts the unanswered packets of both ends of an ADB connection, by our stream ids. Tango accepts each packet
 * although the previous one is unread, and keeps it with its pending answer. A daemon that does not wait would
 * therefore fill the memory.
 *
 * Each WRTE must be answered before the next (AOSP packages/modules/adb, protocol.txt). However, Android's own daemon
 * sends all remaining data when its program hangs up (adb/fdevent: a hang-up counts as something to read). A stream may
 * therefore have as much data in flight as our own device accepts. Streams that we closed count until the daemon closes
 * them too.
 */
export class PacketAccount {
  /** Charged bytes of each WRTE of the daemon without our OKAY. */
  readonly #unanswered = new Map<number, number[]>();
  #totalBytes = 0;
  /** Streams that wait for an OKAY of the daemon. */
  readonly #awaited = new Set<number>();

  /**
   * Counts a packet of the daemon. Returns false for an unsolicited OKAY, which must be dropped because Tango would
   * answer it. Throws AdbProtocolError if too much data is in flight.
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
    if (onTheWay > RECEIVE_WINDOW_BYTES || this.#totalBytes > TOTAL_BYTES)
      throw new AdbProtocolError("the device sent more data than the ADB window allows");
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
