import { isUtf8 } from "node:buffer";
import type { CommandOutput } from "@terrarium/contract/box-commands";

/**
 * Converts one output of a command to pieces of text, each of complete characters. Adds the bytes if they are not text.
 */
export class OutputText {
  #held: Uint8Array = new Uint8Array();

  /** Returns the output completed by these bytes; undefined: none yet. */
  add(bytes: Uint8Array): CommandOutput | undefined {
    const whole = Buffer.concat([this.#held, bytes]);
    const end = whole.length - tornBytes(whole);
    this.#held = whole.subarray(end);
    return pieceOf(whole.subarray(0, end));
  }

  /** Returns the held bytes of an incomplete character. */
  end(): CommandOutput | undefined {
    const held = this.#held;
    this.#held = new Uint8Array();
    return pieceOf(Buffer.from(held));
  }
}

function pieceOf(bytes: Buffer): CommandOutput | undefined {
  if (bytes.length === 0) return undefined;
  const data = bytes.toString();
  return isUtf8(bytes) ? { data } : { data, base64: bytes.toString("base64") };
}

/** Returns the number of bytes at the end that start an incomplete character (RFC 3629, 3). */
function tornBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0;
    const isWithin = (byte & 0xc0) === 0x80;
    if (isWithin) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? Math.min(back, bytes.length) : 0;
  }
  return 0;
}
