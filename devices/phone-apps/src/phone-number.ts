/**
 * Accepts numbers as people write them: digits with spaces, dots, dashes, brackets; *, # and pauses of service codes.
 */
export function isPhoneNumber(text: string): boolean {
  return /^\+?[\d\s().*#,;/-]{1,40}$/.test(text) && /\d|^[*#]/.test(text);
}

/** Returns a number without formatting, to compare numbers in different notations. */
export function dialled(number: string): string {
  return number.replaceAll(/[^\d+*#]/g, "");
}

/**
 * Fewest and most digits to compare, from the end of a number. Country and area codes in front of them may be missing.
 */
const COMPARED_DIGITS = { least: 7, most: 9 } as const;

/**
 * Returns a key that is equal for all notations of a number. Numbers that match by `sameNumber` have one key, but
 * different numbers may share a key too.
 */
export function numberKey(number: string): string {
  const signs = dialled(number);
  if (signs === "") return number.trim().toLowerCase();
  const digits = signs.replaceAll(/\D/g, "");
  return digits.length >= COMPARED_DIGITS.least ? digits.slice(-COMPARED_DIGITS.least) : signs;
}

/**
 * Reports whether both numbers mean one subscriber: equal numbers, or numbers with equal ends, because country and area
 * codes may be missing.
 */
export function sameNumber(left: string, right: string): boolean {
  const [a, b] = [dialled(left), dialled(right)];
  if (a === "" || b === "") return left.trim().toLowerCase() === right.trim().toLowerCase();
  if (a === b) return true;
  const [digitsA, digitsB] = [a.replaceAll(/\D/g, ""), b.replaceAll(/\D/g, "")];
  const compared = Math.min(COMPARED_DIGITS.most, digitsA.length, digitsB.length);
  return compared >= COMPARED_DIGITS.least && digitsA.slice(-compared) === digitsB.slice(-compared);
}
