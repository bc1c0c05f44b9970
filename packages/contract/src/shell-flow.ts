/**
 * Flow control of a shell's socket, in each direction: a side stops sending terminal bytes while the other has not
 * acknowledged a window of them. So neither side has to stop reading, and acknowledgements always arrive.
 */
export const SHELL_FLOW = {
  windowBytes: 262_144,
  /** An acknowledgement is sent for at least so many bytes. */
  acknowledgeBytes: 32_768,
  /** A message with terminal bytes has at most so many, from a client, and counts at least so many. */
  message: { maxBytes: 32_768, minBytes: 256 },
} as const;

const costOf = (bytes: number): number => Math.max(bytes, SHELL_FLOW.message.minBytes);

/** Counts what one side has sent and the other has not acknowledged. */
export class SendWindow {
  #waitingBytes = 0;

  get isFull(): boolean {
    return this.#waitingBytes >= SHELL_FLOW.windowBytes;
  }

  /** Counts a message that was sent. */
  sent(bytes: number): void {
    this.#waitingBytes += costOf(bytes);
  }

  /** Takes an acknowledgement. Returns false for one of more than was sent. */
  acknowledged(bytes: number): boolean {
    if (bytes > this.#waitingBytes) return false;
    this.#waitingBytes -= bytes;
    return true;
  }
}

/** Counts what one side has processed, and acknowledges it now and then. */
export class Receipts {
  readonly #acknowledge: (text: string) => void;
  #bytes = 0;

  /** `acknowledge` sends a text message to the other side. */
  constructor(acknowledge: (text: string) => void) {
    this.#acknowledge = acknowledge;
  }

  /** Counts a message that was processed. */
  processed(bytes: number): void {
    this.#bytes += costOf(bytes);
    if (this.#bytes < SHELL_FLOW.acknowledgeBytes) return;
    this.#acknowledge(JSON.stringify({ type: "acknowledge", bytes: this.#bytes }));
    this.#bytes = 0;
  }
}
