/** Operators and functions of awk that need only their arguments. */
import { LIMITS } from "../../limits.ts";
import { formatPrintf } from "../../text/printf.ts";
import { AwkError, expressionOf, toNumber, toText, type Value } from "./values.ts";

type Format = (number: number) => string;

const CONVERSIONS = /%(?:%|[-+ 0#]*(\*)?(?:\d+)?(?:\.(?:(\*)|\d*))?[hlLqjzt]*([a-zA-Z]))/g;

/** `sprintf`: formats values. */
export function formatText(format: string, values: readonly Value[], convert: Format): string {
  const texts: string[] = [];
  let next = 0;
  for (const [, width, precision, kind] of format.matchAll(CONVERSIONS)) {
    for (const star of [width, precision]) if (star) texts.push(String(Math.trunc(toNumber(values[next++]))));
    if (kind === undefined) continue;
    if (next >= values.length) throw new AwkError(`not enough args in printf(${format})`);
    texts.push(argumentOf(kind, values[next++], convert));
  }
  // Escapes were already replaced when the string was parsed.
  return formatPrintf(format.replaceAll("\\", "\\\\").replace(/%([-+ 0#\d.*]*)i/g, "%$1d"), texts, "characters").output;
}

function argumentOf(kind: string, value: Value, convert: Format): string {
  if ("dioxXu".includes(kind)) {
    const number = Math.trunc(toNumber(value));
    return Number.isFinite(number) ? BigInt(number).toString() : "0";
  }
  if ("feEgGaA".includes(kind)) return String(toNumber(value));
  if (kind === "c" && typeof value === "number") return String.fromCodePoint(Math.trunc(value) & 0x1fffff);
  return toText(value, convert);
}

/** Returns a formatter for numbers, from CONVFMT or OFMT. */
export function numberFormat(format: string): Format {
  return (number) => formatPrintf(format, [String(number)]).output;
}

/** `sub` and `gsub`: returns the text with replaced matches, and the number of matches. */
export function substitute(
  text: string,
  source: string,
  replacement: string,
  all: boolean,
): { text: string; count: number } {
  const pieces = replacement.split(/(\\\\|\\&|&)/);
  let count = 0;
  let result = "";
  let end = 0;
  for (const { start, end: next, group } of expressionOf(source).matches(text)) {
    const match = group(0);
    result += text.slice(end, start);
    for (const piece of pieces)
      result += piece === "&" ? match : piece === "\\&" ? "&" : piece === "\\\\" ? "\\" : piece;
    bounded(result);
    end = next;
    count += 1;
    if (!all) break;
  }
  return { text: bounded(result + text.slice(end)), count };
}

/** `substr`: positions count from 1. Lower positions count as 1. */
export function substring(text: string, from: number, length: number | undefined): string {
  const characters = /[\ud800-\udbff]/.test(text) ? Array.from(text) : undefined;
  const count = characters?.length ?? text.length;
  const start = Math.min(Math.max(Math.trunc(from) || 1, 1), count + 1) - 1;
  const end = length === undefined ? count : start + Math.max(Math.trunc(length) || 0, 0);
  return characters ? characters.slice(start, end).join("") : text.slice(start, end);
}

/** Returns a text that the program made. Throws AwkError if it exceeds the limit for one value. */
export function bounded(text: string): string {
  if (text.length > 2 * LIMITS.lineBytes) throw new AwkError("out of memory");
  return text;
}

export const NUMBER_FUNCTIONS: Readonly<Record<string, (x: number, y: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  atan2: Math.atan2,
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  int: Math.trunc,
};

/** Returns the length in characters. */
export function lengthOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);
}

/** Computes a result. Throws AwkError for a division by 0. */
export function arithmetic(operator: string, a: number, b: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      if (b === 0) throw new AwkError("division by zero");
      return a / b;
    case "%":
      if (b === 0) throw new AwkError("division by zero in mod");
      return a % b;
    default:
      return a ** b;
  }
}

/** Returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
