import { setTimeout as sleep } from "node:timers/promises";

/** Between two writes: less than a finger's or a mouse's reports are apart. */
const INTERVAL_MS = 4;
const MESSAGES_AT_ONCE = 16;

interface Waiting {
  message: Uint8Array;
  written: PromiseWithResolvers<void>;
}

/**
 * Writes small messages to a stream: one that comes alone at once, those that come fast together, and at most 4,000 a
 * second, so that a flood costs little. How many may wait is for the senders to bound, who wait for each.
 */
export class BatchWriter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the message is written; rejects if it could not be. */
  async send(message: Uint8Array): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push({ message, written });
    if (!this.#isWriting) void this.#writeAll();
    await written.promise;
  }

  /** Never rejects: who sent a message is told. */
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
