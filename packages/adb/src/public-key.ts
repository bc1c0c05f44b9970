import { createPublicKey, type KeyObject } from "node:crypto";

/**
 * The Android public key structure: a 2048-bit RSA key in the layout of the old bootloader code.
 * Source: AOSP system/core/libcrypto_utils/android_pubkey.cpp.
 * Little-endian: u32 modulus words (64), u32 n0inv, modulus[256], rr[256] (both least significant byte first),
 * u32 exponent. n0inv and rr only speed up Montgomery arithmetic.
 */
const MODULUS_BYTES = 256;
const MODULUS_WORDS = MODULUS_BYTES / 4;
const ENCODED_BYTES = 4 + 4 + MODULUS_BYTES + MODULUS_BYTES + 4;

/** A key that may connect, parsed from a line of an adbkey.pub file. */
export interface AdbPublicKey {
  key: KeyObject;
  /** Text after the key on its line, for example `user@host`; may be empty. */
  comment: string;
}

/** Parses one `adbkey.pub` line: base64 of the Android key structure, then optionally a space and a comment. */
export function parsePublicKey(line: string): AdbPublicKey {
  const [encoded = "", ...comment] = line.trim().split(/\s+/);
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length !== ENCODED_BYTES) {
    throw new Error(`not an adb public key: ${bytes.length} bytes after base64, ${ENCODED_BYTES} expected`);
  }
  const words = bytes.readUInt32LE(0);
  if (words !== MODULUS_WORDS) throw new Error(`not a 2048-bit adb public key: modulus of ${words} words`);
  const modulus = reversed(bytes.subarray(8, 8 + MODULUS_BYTES));
  const exponent = Buffer.alloc(4);
  exponent.writeUInt32BE(bytes.readUInt32LE(ENCODED_BYTES - 4));
  const key = createPublicKey({
    format: "jwk",
    key: { kty: "RSA", n: modulus.toString("base64url"), e: exponent.toString("base64url") },
  });
  return { key, comment: comment.join(" ") };
}

/** Parses the lines of an authorized keys file; skips empty lines and lines that start with #. */
export function parsePublicKeys(text: string): { keys: AdbPublicKey[]; errors: string[] } {
  const keys: AdbPublicKey[] = [];
  const errors: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    try {
      keys.push(parsePublicKey(line));
    } catch (error) {
      errors.push(`line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { keys, errors };
}

/** Formats an RSA key (public, or the public half of a private one) as an `adbkey.pub` line. */
export function formatPublicKey(key: KeyObject, comment: string): string {
  const { n, e } = createPublicKeyOf(key).export({ format: "jwk" });
  const modulus = Buffer.from(n ?? "", "base64url");
  if (modulus.length !== MODULUS_BYTES)
    throw new Error(`ADB keys are 2048-bit RSA keys; this one has ${modulus.length * 8}`);
  const modulusNumber = BigInt(`0x${modulus.toString("hex")}`);
  const exponent = BigInt(`0x${Buffer.from(e ?? "", "base64url").toString("hex")}`);
  const rr = (1n << BigInt(2 * MODULUS_BYTES * 8)) % modulusNumber;

  const bytes = Buffer.alloc(ENCODED_BYTES);
  bytes.writeUInt32LE(MODULUS_WORDS, 0);
  bytes.writeUInt32LE(negatedInverse32(modulusNumber), 4);
  reversed(modulus).copy(bytes, 8);
  reversed(Buffer.from(rr.toString(16).padStart(MODULUS_BYTES * 2, "0"), "hex")).copy(bytes, 8 + MODULUS_BYTES);
  bytes.writeUInt32LE(Number(exponent), ENCODED_BYTES - 4);
  return `${bytes.toString("base64")} ${comment}`;
}

/** Converts between big-endian and little-endian. */
function reversed(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toReversed());
}

function createPublicKeyOf(key: KeyObject): KeyObject {
  return key.type === "private" ? createPublicKey(key) : key;
}

/** Returns -1 / n mod 2^32, by Newton's iteration: each step doubles the number of correct bits. */
function negatedInverse32(n: bigint): number {
  const mask = 0xffffffffn;
  let inverse = 1n;
  for (let bits = 1; bits < 32; bits *= 2) inverse = (inverse * (2n - n * inverse)) & mask;
  return Number(-inverse & mask);
}
