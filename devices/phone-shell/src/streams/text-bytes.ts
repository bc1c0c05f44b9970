/**
 * Text of bytes that are usually UTF-8. An invalid byte becomes a lone surrogate, U+DC00 plus the byte (as in Python's
 * "surrogateescape"). Encoding the text restores the byte.
 */
import { isUtf8 } from "node:buffer";

const ESCAPE_BASE = 0xdc00;

/** Returns a byte as a character of such text. */
export function byteCharacter(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : ESCAPE_BASE + byte);
}

export function encodeText(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const bytes = Buffer.alloc(text.length * 3);
  let length = 0;
  let done = 0;
  // The flag u excludes the second halves of surrogate pairs.
  for (const { 0: escaped, index } of text.matchAll(/[\udc80-\udcff]/gu)) {
    length += bytes.write(text.slice(done, index), length);
    bytes[length++] = escaped.charCodeAt(0) - ESCAPE_BASE;
    done = index + 1;
  }
  length += bytes.write(text.slice(done), length);
  return bytes.subarray(0, length);
}

export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString();
  const units = new Uint16Array(buffer.length);
  let length = 0;
  for (let i = 0; i < buffer.length;) {
    const size = characterBytes(buffer, i);
    if (size === 0) units[length++] = ESCAPE_BASE + (buffer[i++] ?? 0);
    else {
      const character = buffer.toString("utf8", i, i + size);
      for (let unit = 0; unit < character.length; unit++) units[length++] = character.charCodeAt(unit);
      i += size;
    }
  }
  return Buffer.from(units.buffer, 0, length * 2).toString("utf16le");
}

/** Decodes text with one character per byte (latin1). */
export function textOf(bytes: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII text is the same in UTF-8
  return /^[\x00-\x7f]*$/.test(bytes) ? bytes : decodeText(Buffer.from(bytes, "latin1"));
}

/** Returns the number of bytes of the character at `start`, 0 if there is no valid one. */
function characterBytes(bytes: Buffer, start: number): number {
  const size = sizeByFirst(bytes[start] ?? 0);
  return start + size <= bytes.length && isUtf8(bytes.subarray(start, start + size)) ? size : 0;
}

function sizeByFirst(byte: number): number {
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** Decodes pieces. A character may begin in one piece and end in the next. */
export class TextStreamDecoder {
  #rest = Buffer.alloc(0);

  decode(bytes: Uint8Array): string {
    const all =
      this.#rest.length > 0
        ? Buffer.concat([this.#rest, bytes])
        : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = all.length - unfinishedBytes(all);
    // Copied, because the reader may reuse its buffer.
    this.#rest = Buffer.from(all.subarray(end));
    return decodeText(all.subarray(0, end));
  }

  /** Returns the rest at the end. */
  end(): string {
    return decodeText(this.#rest);
  }
}

/** Returns the number of bytes at the end that belong to an incomplete character. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc2) return byte < 0xf5 && sizeByFirst(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
