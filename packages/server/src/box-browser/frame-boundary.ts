const FIN_AND_OPCODE_BYTES = 2;
/** RFC 6455 5.2: what the seven bits of a length mean that do not hold it, in bytes that follow. */
const LONGER: Readonly<Record<number, number>> = { 126: 2, 127: 8 };
const MASK_BYTES = 4;

/**
 * Follows the frames in one direction of a WebSocket (RFC 6455 5.2) that passes as bytes, of which it keeps none but
 * those of a frame's head: between two frames, one of our own may be put.
 */
export class FrameBoundary {
  readonly #head: number[] = [];
  #payloadLeft = 0;

  /** Whether all that passed so far was whole frames. */
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

/** How long a frame's head is, as far as it is known from its beginning. */
function headBytes(head: readonly number[]): number {
  const [, second] = head;
  if (second === undefined) return FIN_AND_OPCODE_BYTES;
  return FIN_AND_OPCODE_BYTES + (LONGER[second & 0x7f] ?? 0) + (second & 0x80 ? MASK_BYTES : 0);
}

/** Lengths that no number holds end with the connection before that matters. */
function payloadBytes(head: readonly number[]): number {
  const short = (head[1] ?? 0) & 0x7f;
  const longer = head.slice(FIN_AND_OPCODE_BYTES, FIN_AND_OPCODE_BYTES + (LONGER[short] ?? 0));
  return longer.length === 0 ? short : longer.reduce((sum, byte) => sum * 256 + byte, 0);
}
