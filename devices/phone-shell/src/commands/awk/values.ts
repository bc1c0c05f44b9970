import { limits } from "../../limits.ts";
import { regexOf, type Regex } from "../text/posix-regex.ts";

/** Text that came as input and looks like a number, so that it is compared as one. */
class NumericText {
  readonly text: string;
  readonly number: number;

  constructor(text: string) {
    this.text = text;
    this.number = Number(text);
  }
}

/** What a variable holds; undefined before anything is put into it. */
export type Value = number | string | NumericText | undefined;

/** awk cannot go on. */
export class AwkError extends Error {}

/** What an element takes beside its texts. */
const elementBytes = 64;

function bytesOf(key: string, value: Value): number {
  const text = typeof value === "string" ? value : value instanceof NumericText ? value.text : "";
  return elementBytes + 2 * (key.length + text.length);
}

/** What all arrays of a program take. */
export class AwkMemory {
  #elements = 0;
  #bytes = 0;

  /** Throws AwkError beyond what a program may take. */
  add(elements: number, bytes: number): void {
    this.#elements += elements;
    this.#bytes += bytes;
    if (elements + bytes > 0 && (this.#elements > limits.awkElements || this.#bytes > limits.awkBytes))
      throw new AwkError("out of memory");
  }
}

/** An array, which takes no more than a program may: V8 ends the device where a map outgrows the heap at one step. */
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

  /** Throws AwkError where there is no room. */
  set(key: string, value: Value): void {
    const isNew = !this.#values.has(key);
    if (isNew && this.#values.size >= limits.awkArrayElements) throw new AwkError("out of memory");
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

/** Among the blanks of strtod(3). */
const numeric = /^[\t-\r ]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[\t-\r ]*$/;
const numericStart = /^[\t-\r ]*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/;

/** Text from outside of the program. */
export function inputValue(text: string): Value {
  return numeric.test(text) ? new NumericText(text) : text;
}

export function toNumber(value: Value): number {
  if (typeof value === "number") return value;
  if (value === undefined) return 0;
  if (value instanceof NumericText) return value.number;
  const [start] = numericStart.exec(value) ?? [];
  return start === undefined ? 0 : Number(start);
}

/** A number as text, in the format of CONVFMT or OFMT unless it is whole. */
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

/** Below 0, 0 or above: as numbers where both sides are such, else as text. */
export function compareValues(a: Value, b: Value, format: (number: number) => string): number {
  if (typeof a !== "string" && typeof b !== "string") return toNumber(a) - toNumber(b);
  const [left, right] = [toText(a, format), toText(b, format)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** An extended regular expression. Throws AwkError. */
export function expressionOf(source: string): Regex {
  try {
    return regexOf(withoutEscapes(source), { syntax: "extended" });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AwkError(`syntax error in regular expression ${source}`);
  }
}

const plainEscapes: Readonly<Record<string, string>> = { "/": "/", '"': '"', t: "\t", n: "\n", r: "\r", f: "\f" };

/** Within brackets too awk knows escapes, which POSIX's expressions do not. */
function withoutEscapes(source: string): string {
  return source.replace(/\\([^])/g, (all, character: string) => plainEscapes[character] ?? all);
}

/** Takes text apart as FS has it: blanks for a space, a single character as it is, else a regular expression. */
export function splitFields(text: string, separator: string): string[] {
  // At the ends of the text there may be nothing.
  if (separator === " ") return withinBounds(text.split(/[ \t\n]+/, limits.awkArrayElements + 3).filter(Boolean));
  if (text === "") return [];
  if (separator === "") return splitBounded(text, /(?:)/u);
  if (separator.length === 1) return splitBounded(text, separator);
  return splitByExpression(text, separator);
}

/** Throws AwkError for more pieces than an array takes. */
export function splitByExpression(text: string, source: string): string[] {
  return withinBounds(expressionOf(source).split(text, limits.awkArrayElements + 1));
}

function splitBounded(text: string, separator: string | RegExp): string[] {
  return withinBounds(text.split(separator, limits.awkArrayElements + 1));
}

function withinBounds(pieces: string[]): string[] {
  if (pieces.length > limits.awkArrayElements) throw new AwkError("out of memory");
  return pieces;
}
