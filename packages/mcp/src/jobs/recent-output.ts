import { cutUtf8 } from "@terrarium/bounds/cut-text";

/** Part of an output, as text. */
interface OutputPart {
  text: string;
  /** Position of the first byte. It is later than requested if earlier output was dropped. */
  from: number;
  /** Position after the last byte: where to continue. */
  next: number;
}

/** The last bytes of an output, in a ring of constant size, and their positions in the complete output. */
export class RecentOutput {
  readonly #ring: Uint8Array;
  sizeBytes = 0;

  constructor(keptBytes: number) {
    this.#ring = new Uint8Array(keptBytes);
  }

  add(bytes: Uint8Array): void {
    const kept = bytes.subarray(-this.#ring.length);
    const at = (this.sizeBytes + bytes.length - kept.length) % this.#ring.length;
    const first = kept.subarray(0, this.#ring.length - at);
    this.#ring.set(first, at);
    this.#ring.set(kept.subarray(first.length), 0);
    this.sizeBytes += bytes.length;
  }

  /** Returns the output from a position on, at most `maxBytes`, without a partial character at its end. */
  since(position: number, maxBytes: number): OutputPart {
    const from = Math.min(this.sizeBytes, Math.max(position, this.sizeBytes - this.#ring.length));
    const wanted = Math.min(this.sizeBytes - from, maxBytes + 1);
    const at = from % this.#ring.length;
    const bytes = Buffer.concat([this.#ring.subarray(at), this.#ring.subarray(0, at)]).subarray(0, wanted);
    const shown = cutUtf8(bytes, maxBytes);
    return { text: Buffer.from(shown).toString(), from, next: from + shown.length };
  }
}
