import { setTimeout as sleep } from "node:timers/promises";

/** Pause between two writes; shorter than the report interval of touch screens and mice. */
const INTERVAL_MS = 4;
const MESSAGES_AT_ONCE = 16;

interface Waiting {
  message: Uint8Array;
  written: PromiseWithResolvers<void>;
}

/**
 * Writes small messages to a stream: a single message at once, fast ones in batches, at most 4,000 per second, which
 * makes floods cheap. The queue is unlimited; senders limit it by awaiting each message.
 */
export class BatchWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the message is written; rejects if the write fails. */
  async send(message: Uint8Array): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push({ message, written });
    if (!this.#isWriting) void this.#writeAll();
    await written.promise;
  }

  /** Never rejects; each sender receives the result of its message. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MESSAGES_AT_ONCE);
      try {
        await this.#write(
          batch.length === 1 && batch[0] ? batch[0].message : Buffer.concat(batch.map(({ message }) => message)),
        );
        for (const { written } of batch) written.resolve();
      } catch (error) {
        for (const { written } of batch) written.reject(error);
      }
      await sleep(INTERVAL_MS);
    }
    this.#isWriting = false;
  }
}
