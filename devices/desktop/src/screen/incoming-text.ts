import { cutUtf8 } from "@terrarium/adb/cut-text";

/** A text that a program gives at once or in parts, of which the first `maxBytes` are kept. */
export class IncomingText {
  /** It comes in parts, of which an empty one is the last. */
  inParts = false;
  readonly #maxBytes: number;
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Resolves when it has ended, or is not to be waited for. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Takes what has come. Answers the text when all is there that is kept; what comes after its end is dropped. */
  take(part: Uint8Array): string | undefined {
    if (this.#isOver) return undefined;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.inParts && part.length > 0 && this.#bytes < this.#maxBytes) return undefined;
    const bytes = cutUtf8(Buffer.concat(this.#parts), this.#maxBytes);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  /** Somebody gives no text. It may be another who was asked before: what comes of this one is taken all the same. */
  refuse(): void {
    this.#over.resolve();
  }

  end(): void {
    this.#isOver = true;
    this.#parts = [];
    this.#over.resolve();
  }
}
