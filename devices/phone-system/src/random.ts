import { createCipheriv, createHash, randomBytes } from "node:crypto";

/** The phone's only source of random values. With equal seeds it returns equal values. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** Returns a whole number from 0 up to below the limit, which is at most 2^31. */
  integer(below: number): number;
  /** Returns a random UUID, of version 4. */
  uuid(): string;
}

/** Everything that another thread needs to continue the same values. */
export interface SharedRandom {
  key: Uint8Array;
  /** Number of used blocks. */
  used: SharedArrayBuffer;
}

const BLOCK_BYTES = 16;

/**
 * Returns the data of a source: its values depend on the seed and on the names. Without a seed they are unpredictable.
 */
export function shareRandom(seed: string | undefined, ...names: readonly string[]): SharedRandom {
  const key =
    seed === undefined
      ? randomBytes(32)
      : createHash("sha256")
          .update(JSON.stringify([seed, ...names]))
          .digest();
  return { key: Uint8Array.from(key), used: new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT) };
}

/**
 * Returns a source of values: the blocks of AES-256 in counter mode (NIST SP 800-38A). Its whole state is a number. It
 * is as unpredictable as its seed, so programs on the phone may use it for keys.
 */
export function createRandom({ key, used }: SharedRandom): Random {
  const counter = new BigInt64Array(used);
  const bytes = (count: number): Uint8Array => {
    const first = Atomics.add(counter, 0, BigInt(Math.ceil(count / BLOCK_BYTES)));
    const block = Buffer.alloc(BLOCK_BYTES);
    block.writeBigUInt64BE(first, BLOCK_BYTES - 8);
    return createCipheriv("aes-256-ctr", key, block).update(new Uint8Array(count));
  };
  return {
    bytes,
    integer: (below) => Math.floor((Buffer.from(bytes(4)).readUInt32BE() / 2 ** 32) * below),
    uuid: () => {
      const all = Buffer.from(bytes(16));
      all[6] = ((all[6] ?? 0) & 0x0f) | 0x40;
      all[8] = ((all[8] ?? 0) & 0x3f) | 0x80;
      return all.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}
