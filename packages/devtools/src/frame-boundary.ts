const FIN_AND_OPCODE_BYTES = 2;
/** Bytes of an extended length, by the seven bits that announce it (RFC 6455 5.2). */
const LONGER: Readonly<Record<number, number>> = { 126: 2, 127: 8 };
const MASK_BYTES = 4;

/**
 * Tracks frame boundaries in one direction of a WebSocket that passes as bytes (RFC 6455 5.2). Stores only the bytes of
 * a frame's head. Between two frames, we can insert our own.
 */
export class FrameBoundary {
  readonly #head: number[] = [];
  #payloadLeft = 0;

  /** Whether only complete frames have passed so far. */
  get isBetweenFrames(): boolean {
    return this.#payloadLeft === 0 && this.#head.length === 0;
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#payloadLeft > 0) {
        const passed = Math.min(this.#payloadLeft, bytes.length - at);
        this.#payloadLeft -= passed;
        at += passed;
        continue;
      }
      this.#head.push(bytes[at] ?? 0);
      at += 1;
      if (this.#head.length === headBytes(this.#head)) {
        this.#payloadLeft = payloadBytes(this.#head);
        this.#head.length = 0;
      }
    }
  }
}

/** Returns the length of a frame's head, as far as its first bytes show it. */
function headBytes(head: readonly number[]): number {
  const [, second] = head;
  if (second === undefined) return FIN_AND_OPCODE_BYTES;
  return FIN_AND_OPCODE_BYTES + (LONGER[second & 0x7f] ?? 0) + (second & 0x80 ? MASK_BYTES : 0);
}

/** The connection ends before an inexact large length matters. */
function payloadBytes(head: readonly number[]): number {
  const short = (head[1] ?? 0) & 0x7f;
  const longer = head.slice(FIN_AND_OPCODE_BYTES, FIN_AND_OPCODE_BYTES + (LONGER[short] ?? 0));
  return longer.length === 0 ? short : longer.reduce((sum, byte) => sum * 256 + byte, 0);
}
