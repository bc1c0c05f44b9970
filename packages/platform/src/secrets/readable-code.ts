import { randomBytes } from "node:crypto";

/** Crockford's base 32 (crockford.com/base32.html): no I, L, O and U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARS = 16;
const GROUP = /.{4}(?=.)/g;

/** Returns a new code for people to read out and type: 80 random bits, like 7K3Q-W9XN-40RD-P2MB. */
export const newReadableCode = (): string =>
  group(Array.from(randomBytes(CHARS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(""));

/** Normalizes a typed code: ignores case, spaces and hyphens, and replaces letters that look like digits. */
export function readReadableCode(typed: string): string {
  const plain = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  return group(plain.replaceAll("O", "0").replaceAll(/[IL]/g, "1"));
}

const group = (chars: string): string => chars.replaceAll(GROUP, "$&-");
