import { LIMITS } from "../../limits.ts";
import { regexOf, type Regex } from "../text/posix-regex.ts";

/** Input text that looks like a number. It is compared as a number. */
class NumericText {
  readonly text: string;
  readonly number: number;

  constructor(text: string) {
    this.text = text;
    this.number = Number(text);
  }
}

/** Value of a variable. Undefined before the first assignment. */
export type Value = number | string | NumericText | undefined;

/** Thrown when awk must stop. */
export class AwkError extends Error {}

/** Size of an array element without its texts, in bytes. */
const ELEMENT_BYTES = 64;

function bytesOf(key: string, value: Value): number {
  const text = typeof value === "string" ? value : value instanceof NumericText ? value.text : "";
  return ELEMENT_BYTES + 2 * (key.length + text.length);
}

/** Memory use of all arrays of a program. */
export class AwkMemory {
  #elements = 0;
  #bytes = 0;

  /** Adds to the use. Throws AwkError beyond the limit of a program. */
  add(elements: number, bytes: number): void {
    this.#elements += elements;
    this.#bytes += bytes;
    if (elements + bytes > 0 && (this.#elements > LIMITS.awkElements || this.#bytes > LIMITS.awkBytes))
      throw new AwkError("out of memory");
  }
}

/** An array within the program's memory limit. V8 ends the device if one step lets a map outgrow the heap. */
export class AwkArray {
  readonly #memory: AwkMemory;
  readonly #values = new Map<string, Value>();
  #bytes = 0;

  constructor(memory: AwkMemory) {
    this.#memory = memory;
  }

  get size(): number {
    return this.#values.size;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): Value {
    return this.#values.get(key);
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  /** Sets an element. Throws AwkError beyond the memory limit. */
  set(key: string, value: Value): void {
    const isNew = !this.#values.has(key);
    if (isNew && this.#values.size >= LIMITS.awkArrayElements) throw new AwkError("out of memory");
    const bytes = bytesOf(key, value) - (isNew ? 0 : bytesOf(key, this.#values.get(key)));
    this.#memory.add(isNew ? 1 : 0, bytes);
    this.#bytes += bytes;
    this.#values.set(key, value);
  }

  delete(key: string): void {
    if (!this.#values.has(key)) return;
    const bytes = bytesOf(key, this.#values.get(key));
    this.#memory.add(-1, -bytes);
    this.#bytes -= bytes;
    this.#values.delete(key);
  }

  clear(): void {
    this.#memory.add(-this.#values.size, -this.#bytes);
    this.#bytes = 0;
    this.#values.clear();
  }
}

/** Allows the whitespace of strtod(3) around it. */
const NUMERIC = /^[\t-\r ]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[\t-\r ]*$/;
const NUMERIC_START = /^[\t-\r ]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/;

/** Converts text from outside the program. */
export function inputValue(text: string): Value {
  return NUMERIC.test(text) ? new NumericText(text) : text;
}

export function toNumber(value: Value): number {
  if (typeof value === "number") return value;
  if (value === undefined) return 0;
  if (value instanceof NumericText) return value.number;
  const [start] = NUMERIC_START.exec(value) ?? [];
  return start === undefined ? 0 : Number(start);
}

/** Formats a value as text. A number that is not whole is formatted with CONVFMT or OFMT. */
export function toText(value: Value, format: (number: number) => string): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  if (value instanceof NumericText) return value.text;
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? String(value) : BigInt(value).toString();
  if (Number.isNaN(value)) return "+nan";
  if (!Number.isFinite(value)) return value > 0 ? "+inf" : "-inf";
  return format(value);
}

export function isTrue(value: Value): boolean {
  if (typeof value === "number") return value !== 0;
  if (value instanceof NumericText) return value.number !== 0;
  return value !== undefined && value !== "";
}

/** Returns a number below 0, 0, or above 0. Compares numbers if both sides are numbers, else texts. */
export function compareValues(a: Value, b: Value, format: (number: number) => string): number {
  if (typeof a !== "string" && typeof b !== "string") return toNumber(a) - toNumber(b);
  const [left, right] = [toText(a, format), toText(b, format)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Compiles an extended regular expression. Throws AwkError. */
export function expressionOf(source: string): Regex {
  try {
    return regexOf(withoutEscapes(source), { syntax: "extended" });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AwkError(`syntax error in regular expression ${source}`);
  }
}

const PLAIN_ESCAPES: Readonly<Record<string, string>> = { "/": "/", '"': '"', t: "\t", n: "\n", r: "\r", f: "\f" };

/** Replaces escapes in brackets: awk allows them there, POSIX expressions do not. */
function withoutEscapes(source: string): string {
  return source.replace(/\\([^])/g, (all, character: string) => PLAIN_ESCAPES[character] ?? all);
}

/**
 * Splits text by FS: a space means whitespace, another character means itself, a longer text is a regular expression.
 */
export function splitFields(text: string, separator: string): string[] {
  // The pieces at both ends of the text may be empty.
  if (separator === " ") return withinBounds(text.split(/[ \t\n]+/, LIMITS.awkArrayElements + 3).filter(Boolean));
  if (text === "") return [];
  if (separator === "") return splitBounded(text, /(?:)/u);
  if (separator.length === 1) return splitBounded(text, separator);
  return splitByExpression(text, separator);
}

/** Splits text by a regular expression. Throws AwkError if there are more pieces than an array allows. */
export function splitByExpression(text: string, source: string): string[] {
  return withinBounds(expressionOf(source).split(text, LIMITS.awkArrayElements + 1));
}

function splitBounded(text: string, separator: string | RegExp): string[] {
  return withinBounds(text.split(separator, LIMITS.awkArrayElements + 1));
}

function withinBounds(pieces: string[]): string[] {
  if (pieces.length > LIMITS.awkArrayElements) throw new AwkError("out of memory");
  return pieces;
}
