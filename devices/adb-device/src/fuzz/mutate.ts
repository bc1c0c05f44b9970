/** Edge values of lengths and counts, such as the parsers' own limits. */
const EDGES = [
  0, 1, 2, 4, 8, 0x7f, 0x80, 0xff, 0x100, 1024, 1025, 4096, 4097, 65_535, 65_536, 65_537, 262_130, 262_144,
];
const LARGE_EDGES = [0xfffff, 0x100000, 0x100001, 0x7fffffff, 0x80000000, 0xffffffff];
const MAX_BYTES = 64 * 1024;

/** Returns a generator of numbers from 0 up to 1, deterministic per seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function pick<Item>(random: Random, items: readonly Item[], fallback: Item): Item {
  return items[below(random, items.length)] ?? fallback;
}

const mutations: readonly ((input: Buffer, random: Random, corpus: readonly Buffer[]) => Buffer)[] = [
  (input, random) => {
    const copy = Buffer.from(input);
    if (copy.length > 0) {
      const at = below(random, copy.length);
      copy.writeUInt8(copy.readUInt8(at) ^ (1 << below(random, 8)), at);
    }
    return copy;
  },
  (input, random) => {
    const copy = Buffer.from(input);
    if (copy.length > 0) copy.writeUInt8(below(random, 256), below(random, copy.length));
    return copy;
  },
  (input, random) => {
    const copy = Buffer.from(input);
    if (copy.length < 4) return copy;
    const at = below(random, copy.length - 3);
    const value = pick(random, random() < 0.7 ? EDGES : LARGE_EDGES, 0);
    if (random() < 0.5) copy.writeUInt32LE(value, at);
    else copy.writeUInt32BE(value, at);
    return copy;
  },
  (input, random) => input.subarray(0, below(random, input.length + 1)),
  (input, random) => input.subarray(below(random, input.length + 1)),
  (input, random) => {
    const at = below(random, input.length + 1);
    const more = Buffer.alloc(pick(random, EDGES.slice(0, 12), 1), below(random, 256));
    return Buffer.concat([input.subarray(0, at), more, input.subarray(at)]);
  },
  (input, random) => {
    const at = below(random, input.length + 1);
    const end = at + below(random, input.length - at + 1);
    return Buffer.concat([input.subarray(0, end), input.subarray(at)]);
  },
  (input, random, corpus) => {
    const other = pick(random, corpus, Buffer.alloc(0));
    return Buffer.concat([
      input.subarray(0, below(random, input.length + 1)),
      other.subarray(below(random, other.length + 1)),
    ]);
  },
  (input, random, corpus) => Buffer.concat([input, pick(random, corpus, Buffer.alloc(0))]),
];

/** Returns a corpus input with a few random changes. */
export function mutated(corpus: readonly Buffer[], random: Random): Buffer {
  let input = pick(random, corpus, Buffer.alloc(0));
  for (let rounds = 1 + below(random, 5); rounds > 0; rounds--) {
    input = pick(random, mutations, (same: Buffer) => same)(input, random, corpus);
  }
  return input.subarray(0, MAX_BYTES);
}

/** Splits the bytes into pieces, as a socket might deliver them. */
export function pieces(input: Buffer, random: Random): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < input.length;) {
    const size = random() < 0.3 ? 1 + below(random, 8) : 1 + below(random, input.length);
    cut.push(input.subarray(at, at + size));
    at += size;
  }
  return cut;
}
