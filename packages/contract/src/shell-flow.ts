/**
 * Flow control of a shell's socket, in each direction. A side stops sending terminal bytes when a full window of them
 * is not acknowledged. Neither side has to stop reading, so acknowledgements always arrive.
 */
export const SHELL_FLOW = {
  windowBytes: 262_144,
  /** Minimum number of bytes per acknowledgement. */
  acknowledgeBytes: 32_768,
  /** Maximum bytes of a message with terminal bytes from a client, and the minimum that each message counts as. */
  message: { maxBytes: 32_768, minBytes: 256 },
} as const;

const costOf = (bytes: number): number => Math.max(bytes, SHELL_FLOW.message.minBytes);

/** Counts the sent bytes that the other side has not acknowledged. */
export class SendWindow {
  #waitingBytes = 0;

  get isFull(): boolean {
    return this.#waitingBytes >= SHELL_FLOW.windowBytes;
  }

  /** Counts a sent message. */
  sent(bytes: number): void {
    this.#waitingBytes += costOf(bytes);
  }

  /** Processes an acknowledgement. Returns false if it exceeds the sent bytes. */
  acknowledged(bytes: number): boolean {
    if (bytes > this.#waitingBytes) return false;
    this.#waitingBytes -= bytes;
    return true;
  }
}

/** Counts the processed bytes, and acknowledges them periodically. */
export class Receipts {
  readonly #acknowledge: (text: string) => void;
  #bytes = 0;

  /** `acknowledge` sends a text message to the other side. */
  constructor(acknowledge: (text: string) => void) {
    this.#acknowledge = acknowledge;
  }

  /** Counts a processed message. */
  processed(bytes: number): void {
    this.#bytes += costOf(bytes);
    if (this.#bytes < SHELL_FLOW.acknowledgeBytes) return;
    this.#acknowledge(JSON.stringify({ type: "acknowledge", bytes: this.#bytes }));
    this.#bytes = 0;
  }
}
