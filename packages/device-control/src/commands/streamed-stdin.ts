import { COMMAND_LIMITS } from "@terrarium/contract/limits";

const { stdinWindowBytes } = COMMAND_LIMITS;

/**
 * Input of one command that arrives over a socket while the command runs. Buffers at most one window of bytes, in
 * pieces of any size.
 */
export class StreamedStdin implements AsyncIterable<Uint8Array> {
  readonly #waiting = Buffer.allocUnsafe(stdinWindowBytes);
  readonly #onTaken: (bytes: number) => Promise<void>;
  #waitingBytes = 0;
  /** Sent to the device, but not yet consumed. */
  #sentBytes = 0;
  #hasEnded = false;
  #wake = () => {};

  /**
   * `onTaken` receives the number of newly consumed bytes. Further input waits until it resolves. It must not reject.
   */
  constructor(onTaken: (bytes: number) => Promise<void>) {
    this.#onTaken = onTaken;
  }

  /** Appends input. Returns false if that exceeds the window, or the input has ended. */
  add(bytes: Uint8Array): boolean {
    const heldBytes = this.#waitingBytes + this.#sentBytes;
    if (this.#hasEnded || heldBytes + bytes.length > stdinWindowBytes) return false;
    this.#waiting.set(bytes, this.#waitingBytes);
    this.#waitingBytes += bytes.length;
    this.#wake();
    return true;
  }

  /** Ends the input. Returns false if it has ended already. */
  end(): boolean {
    const isFirst = !this.#hasEnded;
    this.#hasEnded = true;
    this.#wake();
    return isFirst;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      if (this.#waitingBytes > 0) {
        const bytes = Buffer.from(this.#waiting.subarray(0, this.#waitingBytes));
        this.#sentBytes = bytes.length;
        this.#waitingBytes = 0;
        yield bytes;
        this.#sentBytes = 0;
        await this.#onTaken(bytes.length);
      } else if (this.#hasEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
