import { cutUtf8 } from "@terrarium/bounds/cut-text";

/** A text that a program sends at once or in parts; only the first `maxBytes` are kept. */
export class IncomingText {
  /** The text comes in parts; an empty part is the last. */
  inParts = false;
  readonly #maxBytes: number;
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Resolves when the text has ended, or was refused. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Adds a part. Returns the text once it is complete or at its limit; parts after that are dropped. */
  take(part: Uint8Array): string | undefined {
    if (this.#isOver) return undefined;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.inParts && part.length > 0 && this.#bytes < this.#maxBytes) return undefined;
    const bytes = cutUtf8(Buffer.concat(this.#parts), this.#maxBytes);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  /**
   * Handles a refusal to send the text. The refusal may belong to an earlier request, so parts of this text are still
   * accepted.
   */
  refuse(): void {
    this.#over.resolve();
  }

  end(): void {
    this.#isOver = true;
    this.#parts = [];
    this.#over.resolve();
  }
}
