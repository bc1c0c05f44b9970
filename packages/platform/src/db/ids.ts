import { randomBytes } from "node:crypto";

const TIME_DIGITS = 9;
const RANDOM_DIGITS = 11;
const SEQUENCE_DIGITS = 6;
const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * Returns an id like `sbx_0mb2k…`: prefix, 9 digits of time and 11 random digits in base 36. Ids sort by creation time.
 */
export function newId(prefix: string, now: number): string {
  return `${prefix}_${now.toString(36).padStart(TIME_DIGITS, "0")}${randomDigits(RANDOM_DIGITS)}`;
}

/**
 * Returns an id for frequent objects: ids of the same millisecond sort by `sequence`, which counts up while the server
 * runs.
 */
export function newOrderedId(prefix: string, now: number, sequence: number): string {
  const counted = sequence.toString(36).padStart(SEQUENCE_DIGITS, "0").slice(-SEQUENCE_DIGITS);
  const time = now.toString(36).padStart(TIME_DIGITS, "0");
  return `${prefix}_${time}${counted}${randomDigits(RANDOM_DIGITS - SEQUENCE_DIGITS)}`;
}

function randomDigits(count: number): string {
  let digits = "";
  while (digits.length < count) {
    for (const byte of randomBytes(count)) {
      // 252 is the largest multiple of 36 in a byte; bytes above it would make the first digits more likely.
      if (byte < 252 && digits.length < count) digits += ALPHABET[byte % 36];
    }
  }
  return digits;
}
