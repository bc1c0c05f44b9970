/**
 * An exact fraction, so that sums of tenths and thirds are exact. The denominator is positive, and the fraction is
 * reduced.
 */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Returns a reduced fraction. Throws RangeError if the denominator is 0. */
export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new RangeError("a fraction cannot have the denominator 0");
  const divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export function add(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** Divides two fractions. Throws RangeError if `b` is 0. */
export function divide(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator, a.denominator * b.numerator);
}

export function negate(a: Rational): Rational {
  return { numerator: -a.numerator, denominator: a.denominator };
}

/** Parses a decimal such as "12.50" or ".5". */
export function parseDecimal(text: string): Rational {
  const [whole = "", fraction = ""] = text.split(".");
  return rational(BigInt(`${whole}${fraction}` || "0"), 10n ** BigInt(fraction.length));
}

const SIGNIFICANT_DIGITS = 12;
const LARGEST_PLAIN_EXPONENT = 14;
const SMALLEST_PLAIN_EXPONENT = -9;

/**
 * Formats with at most 12 significant digits, rounded half up. Very large and small numbers get an exponent, such as
 * "1.5E+20".
 */
export function formatRational(value: Rational): string {
  if (value.numerator === 0n) return "0";
  const sign = value.numerator < 0n ? "−" : "";
  const { digits, exponent } = toDigits(value);
  if (exponent > LARGEST_PLAIN_EXPONENT || exponent < SMALLEST_PLAIN_EXPONENT) {
    const rest = digits.slice(1);
    return `${sign}${digits[0] ?? ""}${rest ? `.${rest}` : ""}E${exponent < 0 ? "−" : "+"}${Math.abs(exponent)}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction ? `.${fraction}` : ""}`;
}

/** Returns the digits without trailing zeros, and the power of ten of the first digit. */
function toDigits({ numerator, denominator }: Rational): { digits: string; exponent: number } {
  const magnitude = numerator < 0n ? -numerator : numerator;
  let exponent = magnitude.toString().length - denominator.toString().length;
  if (compareToPower(magnitude, denominator, exponent) < 0) exponent--;
  const shift = SIGNIFICANT_DIGITS - 1 - exponent;
  const scaled = shift >= 0 ? magnitude * 10n ** BigInt(shift) : magnitude;
  const divisor = shift >= 0 ? denominator : denominator * 10n ** BigInt(-shift);
  const rounded = ((scaled * 2n + divisor) / (divisor * 2n)).toString();
  // Rounding 9.99… up adds a digit.
  if (rounded.length > SIGNIFICANT_DIGITS) exponent++;
  return { digits: rounded.replace(/0+$/, ""), exponent };
}

/** Returns a number below 0 if numerator/denominator is below 10^exponent. */
function compareToPower(numerator: bigint, denominator: bigint, exponent: number): number {
  const left = exponent >= 0 ? numerator : numerator * 10n ** BigInt(-exponent);
  const right = exponent >= 0 ? denominator * 10n ** BigInt(exponent) : denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
