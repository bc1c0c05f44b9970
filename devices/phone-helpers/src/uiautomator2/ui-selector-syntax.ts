import { invalidSelector } from "./wire-error.ts";

/** A Java expression of a selector: `new UiSelector().text("a").childSelector(…)`. */
export interface SelectorExpression {
  className: string;
  args: readonly SelectorArgument[];
  calls: readonly { method: string; args: readonly SelectorArgument[] }[];
}

export type SelectorArgument = string | number | boolean | SelectorExpression;

const MAX_CHARS = 10_000;
const MAX_DEPTH = 20;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w.]*)|([().,;]))/y;

/** Parses the Java expression of a selector. Throws WireError. */
export function parseSelector(source: string): SelectorExpression {
  const parser = new Parser(source);
  const expression = parser.expression(0);
  parser.end();
  return expression;
}

class Parser {
  readonly #tokens: { text: string; literal?: string | number }[] = [];
  #at = 0;

  constructor(source: string) {
    if (source.length > MAX_CHARS) throw invalidSelector(`A selector has at most ${MAX_CHARS} characters`);
    const text = source.trim();
    for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
      const from = TOKEN.lastIndex;
      const match = TOKEN.exec(text);
      if (!match) throw invalidSelector(`Could not parse the selector at "${text.slice(from, from + 30)}"`);
      const [, quoted, number, name, symbol] = match;
      if (quoted !== undefined) this.#tokens.push({ text: '"', literal: unescape(quoted) });
      else if (number !== undefined) this.#tokens.push({ text: number, literal: Number(number) });
      else this.#tokens.push({ text: name ?? symbol ?? "" });
    }
  }

  /** Parses `new Name(…).method(…)…`; `new` may be missing. */
  expression(depth: number): SelectorExpression {
    if (depth > MAX_DEPTH) throw invalidSelector("The selector is nested too deeply");
    this.#take("new");
    const [className = "", ...chained] = this.#name()
      .split(".")
      .filter((part) => /^[A-Za-z_]/.test(part))
      .slice(-1);
    const args = this.#args(depth);
    const calls: { method: string; args: readonly SelectorArgument[] }[] = [];
    while (this.#take(".")) calls.push({ method: this.#name(), args: this.#args(depth) });
    return { className: [className, ...chained].join("."), args, calls };
  }

  end(): void {
    this.#take(";");
    if (this.#at < this.#tokens.length)
      throw invalidSelector(`Unexpected "${this.#tokens[this.#at]?.text}" in the selector`);
  }

  #args(depth: number): SelectorArgument[] {
    this.#need("(");
    const args: SelectorArgument[] = [];
    while (!this.#take(")")) {
      if (args.length > 0) this.#need(",");
      args.push(this.#argument(depth));
    }
    return args;
  }

  #argument(depth: number): SelectorArgument {
    const token = this.#tokens[this.#at];
    if (token?.literal !== undefined) {
      this.#at += 1;
      return token.literal;
    }
    if (this.#take("true")) return true;
    if (this.#take("false")) return false;
    return this.expression(depth + 1);
  }

  #name(): string {
    const name = this.#tokens[this.#at];
    if (!name || name.literal !== undefined || !/^[A-Za-z_]/.test(name.text))
      throw invalidSelector(`A name is missing at "${name?.text ?? "the end"}" of the selector`);
    this.#at += 1;
    return name.text;
  }

  #take(text: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.text !== text || token.literal !== undefined) return false;
    this.#at += 1;
    return true;
  }

  #need(text: string): void {
    if (!this.#take(text))
      throw invalidSelector(`"${text}" is missing at "${this.#tokens[this.#at]?.text ?? "the end"}" of the selector`);
  }
}

const unescape = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_whole, code: string | undefined, character: string) =>
    code === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
