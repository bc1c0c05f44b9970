import { gzipSync } from "node:zlib";

const BLOCK_BYTES = 512;
/**
 * Modification time of every file, so that the same files result in the same bytes: 26 October 1985, the date that npm
 * writes.
 */
const MODIFIED_AT_S = 499_162_500;

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;

/**
 * Returns a header block (POSIX.1-1988, ustar): fields at fixed offsets and a checksum, computed with blanks in the
 * checksum field.
 */
function header(name: string, sizeBytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const fields: readonly [at: number, text: string][] = [
    [0, name],
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(sizeBytes, 11)],
    [136, octal(MODIFIED_AT_S, 11)],
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\u000000"],
  ];
  for (const [at, text] of fields) block.write(text, at, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)} `, 148, "latin1");
  return block;
}

/**
 * Packs files, given by name and content, for npm: a gzipped tar archive with all files in `package/`. Throws
 * RangeError for a name of more than 92 bytes.
 */
export function packageTarball(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const path = `package/${name}`;
    if (Buffer.byteLength(path) > 100) throw new RangeError(`${path} does not fit into a tar header: shorten the name`);
    const bytes = Buffer.from(content);
    const padding = Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES);
    return [header(path, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]));
}
