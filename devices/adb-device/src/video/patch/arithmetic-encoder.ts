import type { BitWriter } from "./bits.ts";

/** Range of the less probable symbol, by state and by quarter of the range (ITU-T H.264, table 9-44). */
// prettier-ignore
const LPS_RANGES = Uint8Array.of(
  128, 176, 208, 240, 128, 167, 197, 227, 128, 158, 187, 216, 123, 150, 178, 205, 116, 142, 169, 195, 111, 135, 160, 185,
  105, 128, 152, 175, 100, 122, 144, 166, 95, 116, 137, 158, 90, 110, 130, 150, 85, 104, 123, 142, 81, 99, 117, 135,
  77, 94, 111, 128, 73, 89, 105, 122, 69, 85, 100, 116, 66, 80, 95, 110, 62, 76, 90, 104, 59, 72, 86, 99,
  56, 69, 81, 94, 53, 65, 77, 89, 51, 62, 73, 85, 48, 59, 69, 80, 46, 56, 66, 76, 43, 53, 63, 72,
  41, 50, 59, 69, 39, 48, 56, 65, 37, 45, 54, 62, 35, 43, 51, 59, 33, 41, 48, 56, 32, 39, 46, 53,
  30, 37, 43, 50, 29, 35, 41, 48, 27, 33, 39, 45, 26, 31, 37, 43, 24, 30, 35, 41, 23, 28, 33, 39,
  22, 27, 32, 37, 21, 26, 30, 35, 20, 24, 29, 33, 19, 23, 27, 31, 18, 22, 26, 30, 17, 21, 25, 28,
  16, 20, 23, 27, 15, 19, 22, 25, 14, 18, 21, 24, 14, 17, 20, 23, 13, 16, 19, 22, 12, 15, 18, 21,
  12, 14, 17, 20, 11, 14, 16, 19, 11, 13, 15, 18, 10, 12, 15, 17, 10, 12, 14, 16, 9, 11, 13, 15,
  9, 11, 12, 14, 8, 10, 12, 14, 8, 9, 11, 13, 7, 9, 11, 12, 7, 9, 10, 12, 7, 8, 10, 11,
  6, 8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9, 2, 2, 2, 2,
);

/** State after the less probable symbol (table 9-45); after the more probable one it is the next state, up to 62. */
// prettier-ignore
const AFTER_LPS = Uint8Array.of(
  0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12, 13, 13, 15, 15, 16, 16, 18, 18, 19, 19, 21, 21, 22, 22, 23, 24,
  24, 25, 26, 26, 27, 27, 28, 29, 29, 30, 30, 30, 31, 32, 32, 33, 33, 33, 34, 34, 35, 35, 35, 36, 36, 36, 37, 37, 37, 38,
  38, 63,
);
const LAST_STATE = 62;

/** Adaptive probability of a symbol, updated with each encoded symbol. */
export interface Context {
  state: number;
  likely: 0 | 1;
}

/** Returns the context at the start of a slice, from the numbers m and n of tables 9-12 and following (9.3.1.1). */
export function initialContext(m: number, n: number, quantizer: number): Context {
  const start = Math.min(126, Math.max(1, ((m * Math.min(51, Math.max(0, quantizer))) >> 4) + n));
  return start <= 63 ? { state: 63 - start, likely: 0 } : { state: start - 64, likely: 1 };
}

/** Encoder for H.264's arithmetic coding (CABAC), as described in 9.3.4. */
export class ArithmeticEncoder {
  readonly #writer: BitWriter;
  #low = 0;
  #range = 510;
  #isFirst = true;
  /** Number of bits that depend on the next one. */
  #outstanding = 0;

  constructor(writer: BitWriter) {
    this.#writer = writer;
  }

  encode(context: Context, symbol: 0 | 1): void {
    const lpsRange = LPS_RANGES[4 * context.state + ((this.#range >> 6) & 3)] ?? 0;
    this.#range -= lpsRange;
    if (symbol === context.likely) context.state = Math.min(LAST_STATE, context.state + 1);
    else {
      this.#low += this.#range;
      this.#range = lpsRange;
      if (context.state === 0) context.likely = context.likely === 0 ? 1 : 0;
      context.state = AFTER_LPS[context.state] ?? 0;
    }
    this.#renormalize();
  }

  /** Encodes whether the slice, or its arithmetically coded part, is over. If so, `end` must follow. */
  encodeEnd(isOver: boolean): void {
    this.#range -= 2;
    if (!isOver) {
      this.#renormalize();
      return;
    }
    this.#low += this.#range;
    this.#range = 2;
    this.#renormalize();
    this.#put((this.#low >> 9) & 1);
    this.#writer.bits(((this.#low >> 7) & 3) | 1, 2);
  }

  /** Restarts after data written in another way; contexts are kept. */
  restart(): void {
    this.#low = 0;
    this.#range = 510;
    this.#isFirst = true;
    this.#outstanding = 0;
  }

  #renormalize(): void {
    for (; this.#range < 256; this.#range *= 2, this.#low *= 2)
      if (this.#low < 256) this.#put(0);
      else if (this.#low >= 512) {
        this.#low -= 512;
        this.#put(1);
      } else {
        this.#low -= 256;
        this.#outstanding++;
      }
  }

  #put(bit: number): void {
    if (this.#isFirst) this.#isFirst = false;
    else this.#writer.bit(bit);
    for (; this.#outstanding > 0; this.#outstanding--) this.#writer.bit(1 - bit);
  }
}
