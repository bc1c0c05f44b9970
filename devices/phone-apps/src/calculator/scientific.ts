import { divide, multiply, negate, parseDecimal, rational, type Rational } from "./rational.ts";

/** Reason for a calculation without an answer. */
export type CalculationProblem = "divide-by-zero" | "too-long" | "too-large" | "undefined";

export class CalculationError extends Error {
  readonly problem: CalculationProblem;

  constructor(problem: CalculationProblem) {
    super(`the calculation has no answer: ${problem}`);
    this.problem = problem;
  }
}

export type AngleUnit = "deg" | "rad";
type NumberFunction = (value: number) => number;

/** Largest number of digits of an exact power or factorial. Longer results use floating point. */
const EXACT_DIGITS_MAX = 400;
const LARGEST_FACTORIAL = 170n;
/** Floating-point results below this count as zero. */
const NOISE = 1e-14;

const INVERSE_ANGLES: Readonly<Record<string, NumberFunction>> = {
  "sin⁻¹": Math.asin,
  "cos⁻¹": Math.acos,
  "tan⁻¹": Math.atan,
};
const ANGLES: Readonly<Record<string, NumberFunction>> = { sin: Math.sin, cos: Math.cos, tan: Math.tan };
const OTHERS: Readonly<Record<string, NumberFunction>> = { ln: Math.log, log: Math.log10 };

/** Functions written before a parenthesis, longest names first. */
export const functionNames: readonly string[] = [
  ...Object.keys(INVERSE_ANGLES),
  ...Object.keys(ANGLES),
  ...Object.keys(OTHERS),
].toSorted((a, b) => b.length - a.length);

export const constants: Readonly<Record<string, Rational>> = {
  π: parseDecimal("3.14159265358979323846264338327950288"),
  e: parseDecimal("2.71828182845904523536028747135266250"),
};

/** Returns the function's value to 15 digits. Throws CalculationError where it is undefined. */
export function applyFunction(name: string, argument: Rational, unit: AngleUnit): Rational {
  const inverse = INVERSE_ANGLES[name];
  if (inverse) return fromNumber(fromRadians(inverse(toNumber(argument)), unit));
  const angle = ANGLES[name];
  if (angle) return applyAngle(name, angle, argument, unit);
  const other = OTHERS[name];
  if (!other) throw new TypeError(`no function is called ${name}`);
  if (argument.numerator <= 0n) throw new CalculationError("undefined");
  return fromNumber(other(toNumber(argument)));
}

function applyAngle(name: string, angle: NumberFunction, argument: Rational, unit: AngleUnit): Rational {
  // Whole turns are subtracted exactly, so that sin(3600000030) in degrees is still a half.
  const turn = argument.denominator * 360n;
  const radians =
    unit === "deg"
      ? (toNumber(rational(argument.numerator % turn, argument.denominator)) * Math.PI) / 180
      : toNumber(argument);
  if (name === "tan" && Math.abs(Math.cos(radians)) < NOISE) throw new CalculationError("undefined");
  const value = angle(radians);
  return fromNumber(Math.abs(value) < NOISE ? 0 : value);
}

function fromRadians(radians: number, unit: AngleUnit): number {
  return unit === "deg" ? (radians * 180) / Math.PI : radians;
}

/** Returns the square root, exact for squares of fractions. Throws CalculationError below 0. */
export function squareRoot(value: Rational): Rational {
  if (value.numerator < 0n) throw new CalculationError("undefined");
  const numerator = wholeRoot(value.numerator);
  const denominator = wholeRoot(value.denominator);
  if (numerator ** 2n === value.numerator && denominator ** 2n === value.denominator)
    return rational(numerator, denominator);
  return fromNumber(Math.sqrt(toNumber(value)));
}

/**
 * Returns the power, exact for whole exponents and short results. Throws CalculationError if there is no real value.
 */
export function power(base: Rational, exponent: Rational): Rational {
  if (base.numerator === 0n && exponent.numerator < 0n) throw new CalculationError("divide-by-zero");
  if (exponent.denominator === 1n) {
    const size = exponent.numerator < 0n ? -exponent.numerator : exponent.numerator;
    const digits = BigInt(base.numerator.toString().length + base.denominator.toString().length);
    if (digits * size <= EXACT_DIGITS_MAX) return exactPower(base, size, exponent.numerator < 0n);
  } else if (base.numerator < 0n) throw new CalculationError("undefined");
  return fromNumber(toNumber(base) ** toNumber(exponent));
}

function exactPower(base: Rational, exponent: bigint, inverse: boolean): Rational {
  const result = rational(base.numerator ** exponent, base.denominator ** exponent);
  return inverse ? divide(rational(1n), result) : result;
}

/** Returns the factorial of a whole number from 0 to 170. Throws CalculationError for other numbers. */
export function factorial(value: Rational): Rational {
  if (value.denominator !== 1n || value.numerator < 0n) throw new CalculationError("undefined");
  if (value.numerator > LARGEST_FACTORIAL) throw new CalculationError("too-large");
  let result = 1n;
  for (let factor = 2n; factor <= value.numerator; factor++) result *= factor;
  return rational(result);
}

/** Returns the nearest floating-point number. */
function toNumber({ numerator, denominator }: Rational): number {
  const excess = Math.max(numerator.toString().length, denominator.toString().length) - 300;
  if (excess <= 0) return Number(numerator) / Number(denominator);
  const scale = 10n ** BigInt(excess);
  return Number(numerator / scale) / Number(denominator / scale);
}

function fromNumber(value: number): Rational {
  if (Number.isNaN(value)) throw new CalculationError("undefined");
  if (!Number.isFinite(value)) throw new CalculationError("too-large");
  const [digits = "0", exponent = "0"] = Math.abs(value).toExponential(14).split("e");
  const power10 = rational(10n ** BigInt(Math.abs(Number(exponent))));
  const magnitude =
    Number(exponent) < 0 ? divide(parseDecimal(digits), power10) : multiply(parseDecimal(digits), power10);
  return value < 0 ? negate(magnitude) : magnitude;
}

/** Returns the whole part of the square root, by Newton's method. */
function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}
