/**
 * Assembles a shared object that protects the memory of any process that loads it. Other processes of the same user can
 * no longer open its /proc/PID/mem or trace it. Node has no call for this, and the flag does not survive execve(2).
 */

/**
 * Machine code of `prctl(PR_SET_DUMPABLE, 0)` and a return (linux/prctl.h, prctl(2)). `machine`: EM_X86_64 and
 * EM_AARCH64 of elf.h.
 */
const TARGETS = {
  x64: {
    machine: 62,
    code: [
      [0xf3, 0x0f, 0x1e, 0xfa], // endbr64
      [0xb8, 0x9d, 0x00, 0x00, 0x00], // mov eax, 157
      [0xbf, 0x04, 0x00, 0x00, 0x00], // mov edi, 4
      [0x31, 0xf6], // xor esi, esi
      [0x0f, 0x05], // syscall
      [0xc3], // ret
    ],
  },
  arm64: {
    machine: 183,
    code: [
      [0x80, 0x00, 0x80, 0xd2], // mov x0, #4
      [0x01, 0x00, 0x80, 0xd2], // mov x1, #0
      [0xe8, 0x14, 0x80, 0xd2], // mov x8, #167
      [0x01, 0x00, 0x00, 0xd4], // svc #0
      [0xc0, 0x03, 0x5f, 0xd6], // ret
    ],
  },
};

const LOAD = 1;
const DYNAMIC = 2;
const GNU_STACK = 0x6474e551;
const READ = 4;
const WRITE = 2;
const EXECUTE = 1;
/** Largest page size of the machines that Node supports. */
const PAGE_BYTES = 0x10000;
const HEADER_BYTES = 64;
const SEGMENT_BYTES = 56;
const SEGMENTS = 4;
const SYMBOL_BYTES = 24;

/** Returns the file's bytes (elf(5)), or undefined for an unsupported processor. */
export function closedMemoryObject(arch) {
  const target = TARGETS[arch];
  if (!target) return undefined;
  const code = Buffer.from(target.code.flat());
  // No names: one bucket and one symbol, both empty.
  const hash = words(1, 1, 0, 0);
  const hashAt = HEADER_BYTES + SEGMENTS * SEGMENT_BYTES;
  const symbolsAt = hashAt + hash.length;
  const namesAt = symbolsAt + SYMBOL_BYTES;
  const codeAt = namesAt + 8;
  const dynamicAt = Math.ceil((codeAt + code.length) / 8) * 8;
  // The loader writes to these entries, so they need a memory page of their own.
  const dynamicAddress = PAGE_BYTES + dynamicAt;
  // DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ, DT_SYMENT, DT_INIT, DT_NULL.
  const dynamic = longs(4, hashAt, 5, namesAt, 6, symbolsAt, 10, 1, 11, SYMBOL_BYTES, 12, codeAt, 0, 0);
  const segments = [
    segment(LOAD, READ | EXECUTE, 0, 0, codeAt + code.length, PAGE_BYTES),
    segment(LOAD, READ | WRITE, dynamicAt, dynamicAddress, dynamic.length, PAGE_BYTES),
    segment(DYNAMIC, READ | WRITE, dynamicAt, dynamicAddress, dynamic.length, 8),
    segment(GNU_STACK, READ | WRITE, 0, 0, 0, 16),
  ];
  const file = Buffer.alloc(dynamicAt + dynamic.length);
  Buffer.concat([header(target.machine), ...segments, hash]).copy(file);
  code.copy(file, codeAt);
  dynamic.copy(file, dynamicAt);
  return file;
}

/** Returns the header of a 64-bit little-endian shared object without sections. */
function header(machine) {
  const bytes = Buffer.alloc(HEADER_BYTES);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(bytes);
  bytes.writeUInt16LE(3, 16);
  bytes.writeUInt16LE(machine, 18);
  bytes.writeUInt32LE(1, 20);
  bytes.writeBigUInt64LE(BigInt(HEADER_BYTES), 32);
  bytes.writeUInt16LE(HEADER_BYTES, 52);
  bytes.writeUInt16LE(SEGMENT_BYTES, 54);
  bytes.writeUInt16LE(SEGMENTS, 56);
  return bytes;
}

const segment = (type, flags, at, address, length, align) =>
  Buffer.concat([words(type, flags), longs(at, address, address, length, length, align)]);

const words = (...values) => Buffer.from(Uint32Array.from(values).buffer);
const longs = (...values) => Buffer.from(BigUint64Array.from(values, BigInt).buffer);
