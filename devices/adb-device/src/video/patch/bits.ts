/** Reads the bits of an unescaped H.264 unit, the highest of each byte first (ITU-T H.264, 7.2). */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns the next bits as a number; bits beyond the end are zeros. */
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

  /** Reads ue(v): a number from 0 (9.1). Throws for an impossible length. */
  unsigned(): number {
    let zeros = 0;
    while (!this.flag()) if (++zeros > 31) throw new Error("an H.264 unit ends within a number");
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Reads se(v): 0, 1, -1, 2, -2 and so on (9.1.1). */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : 0 - code / 2;
  }
}

/** Writes the bits of an H.264 unit, the highest of each byte first. */
export class BitWriter {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** `size`: the maximum output, in bytes. */
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

  /** Writes ue(v) (9.1). */
  unsigned(value: number): void {
    const length = 32 - Math.clz32(value + 1);
    this.bits(0, length - 1);
    this.bits(value + 1, length);
  }

  /** Fills the current byte with the given bit. */
  align(bit: 0 | 1): void {
    while ((this.#at & 7) !== 0) this.bit(bit);
  }

  /** Appends whole bytes, at a byte boundary. */
  append(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at >> 3);
    this.#at += 8 * bytes.length;
  }

  /** The output so far, with the last byte filled with zeros. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, (this.#at + 7) >> 3);
  }
}

/** Escapes a unit's content to keep start codes out: 00 00 becomes 00 00 03 before 0 to 3 (7.4.1). */
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

/** Returns the unescaped content of a unit. */
export function unescapeUnit(unit: Uint8Array): Uint8Array {
  const isAdded = (index: number) => unit[index] === 3 && unit[index - 1] === 0 && unit[index - 2] === 0;
  return unit.filter((_, index) => !isAdded(index));
}
