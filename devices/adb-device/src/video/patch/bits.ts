/** Bits of an H.264 unit, the highest of each byte first, without the bytes that keep start codes out (ITU-T H.264, 7.2). */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next bits as a number; what lies behind the end is zeros. */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++) {
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  /** ue(v): a number from 0 on (9.1). Throws if it is longer than any that there is. */
  unsigned(): number {
    let zeros = 0;
    while (!this.flag()) if (++zeros > 31) throw new Error("an H.264 unit ends within a number");
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** se(v): 0, 1, -1, 2, -2 and so on (9.1.1). */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : 0 - code / 2;
  }
}

/** Writes the bits of an H.264 unit, the highest of each byte first. */
export class BitWriter {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** The size is that of the most that is written, in bytes. */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  bit(value: number): void {
    if (value !== 0) {
      const index = this.#at >> 3;
      this.#bytes[index] = (this.#bytes[index] ?? 0) | (0x80 >> (this.#at & 7));
    }
    this.#at++;
  }

  bits(value: number, count: number): void {
    for (let shift = count - 1; shift >= 0; shift--) this.bit((value >> shift) & 1);
  }

  /** ue(v) (9.1). */
  unsigned(value: number): void {
    const length = 32 - Math.clz32(value + 1);
    this.bits(0, length - 1);
    this.bits(value + 1, length);
  }

  /** Fills the byte that was begun with bits of one kind. */
  align(bit: 0 | 1): void {
    while ((this.#at & 7) !== 0) this.bit(bit);
  }

  /** Whole bytes, where one begins. */
  append(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at >> 3);
    this.#at += 8 * bytes.length;
  }

  /** What was written, the last byte filled with zeros. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, (this.#at + 7) >> 3);
  }
}

/** A unit's content with the bytes that keep start codes out of it: 00 00 03 for 00 00 before 0 to 3 (7.4.1). */
export function escapeUnit(content: Uint8Array): Uint8Array {
  const escaped = new Uint8Array(content.length + (content.length >> 1));
  let length = 0;
  let zeros = 0;
  for (const byte of content) {
    if (zeros === 2 && byte <= 3) {
      escaped[length++] = 3;
      zeros = 0;
    }
    escaped[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return escaped.subarray(0, length);
}

/** The content of a unit, without those bytes. */
export function unescapeUnit(unit: Uint8Array): Uint8Array {
  const isAdded = (index: number) => unit[index] === 3 && unit[index - 1] === 0 && unit[index - 2] === 0;
  return unit.filter((_, index) => !isAdded(index));
}
