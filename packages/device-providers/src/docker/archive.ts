const BLOCK_BYTES = 512;
const CHECKSUM_OFFSET = 148;

/**
 * Returns a tar archive of one file (POSIX.1-2017, pax, "ustar Interchange Format"), the format of files for an engine.
 * The name may have up to 100 characters.
 */
export function archiveOf(file: { name: string; content: string; mode: number; uid: number }): Buffer {
  const content = Buffer.from(file.content);
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, offset: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, "0")}\0`, offset, "latin1");
  header.write(file.name, 0, 100, "latin1");
  octal(file.mode, 100, 7);
  octal(file.uid, 108, 7);
  octal(file.uid, 116, 7);
  octal(content.length, 124, 11);
  octal(Math.floor(Date.now() / 1000), 136, 11);
  header.write("0", 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  // The checksum is computed with spaces in its own field.
  header.fill(" ", CHECKSUM_OFFSET, CHECKSUM_OFFSET + 8);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, CHECKSUM_OFFSET, "latin1");
  const padding = Buffer.alloc((BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES);
  return Buffer.concat([header, content, padding, Buffer.alloc(2 * BLOCK_BYTES)]);
}
