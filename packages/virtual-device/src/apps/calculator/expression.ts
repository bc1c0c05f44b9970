import { add, divide, multiply, negate, parseDecimal, rational, subtract, type Rational } from "./rational.ts";

export type Evaluation = { value: Rational } | { error: "incomplete" | "divide-by-zero" | "too-long" };

/** An earlier answer that an expression goes on from: it is written rounded but counted exactly. */
export interface Answer {
  text: string;
  value: Rational;
}

const deepestNesting = 100;
const hundredth = rational(1n, 100n);

class Incomplete extends Error {}

/**
 * The value of an expression of numbers, + − × ÷ %, and parentheses. × and ÷ go before + and −; "200 + 10%" adds ten
 * percent of 200; parentheses left open at the end are closed. `answer` may stand at the beginning.
 */
export function evaluate(expression: string, answer?: Answer): Evaluation {
  try {
    const parser = new Parser(expression, answer);
    return { value: parser.parse() };
  } catch (error) {
    if (error instanceof Incomplete) return { error: "incomplete" };
    if (error instanceof RangeError)
      return { error: error.message.includes("denominator") ? "divide-by-zero" : "too-long" };
    throw error;
  }
}

class Parser {
  readonly #text: string;
  readonly #answer: Answer | undefined;
  #at = 0;
  #depth = 0;

  constructor(text: string, answer: Answer | undefined) {
    this.#text = text;
    this.#answer = answer && text.startsWith(answer.text) ? answer : undefined;
  }

  parse(): Rational {
    const value = this.#sum();
    if (this.#at < this.#text.length) throw new Incomplete();
    return value;
  }

  #sum(): Rational {
    let value = this.#product().value;
    for (;;) {
      const sign = this.#take("+", "−");
      if (sign === undefined) return value;
      const right = this.#product();
      const amount = right.percent ? multiply(value, right.value) : right.value;
      value = sign === "+" ? add(value, amount) : subtract(value, amount);
    }
  }

  /** `percent`: it is a percentage alone, which counts from what it is added to. */
  #product(): { value: Rational; percent: boolean } {
    let { value, percent } = this.#signed();
    for (;;) {
      const operator = this.#take("×", "÷") ?? (this.#startsFactor() ? "×" : undefined);
      if (operator === undefined) return { value, percent };
      const right = this.#signed().value;
      value = operator === "×" ? multiply(value, right) : divide(value, right);
      percent = false;
    }
  }

  #signed(): { value: Rational; percent: boolean } {
    if (this.#take("−") !== undefined) {
      const { value, percent } = this.#nested(() => this.#signed());
      return { value: negate(value), percent };
    }
    let value = this.#primary();
    let percent = false;
    while (this.#take("%") !== undefined) {
      value = multiply(value, hundredth);
      percent = true;
    }
    return { value, percent };
  }

  #primary(): Rational {
    if (this.#at === 0 && this.#answer) {
      this.#at = this.#answer.text.length;
      return this.#answer.value;
    }
    if (this.#take("(") !== undefined) {
      const value = this.#nested(() => this.#sum());
      if (this.#take(")") === undefined && this.#at < this.#text.length) throw new Incomplete();
      return value;
    }
    const number = /^(?:\d+\.?\d*|\.\d+)/.exec(this.#text.slice(this.#at))?.[0];
    if (number === undefined) throw new Incomplete();
    this.#at += number.length;
    return parseDecimal(number);
  }

  /** "2(3)" and "(2)3" multiply. */
  #startsFactor(): boolean {
    const next = this.#text[this.#at];
    return (
      next !== undefined &&
      (next === "(" || (/[\d.]/.test(next) && [")", "%"].includes(this.#text[this.#at - 1] ?? "")))
    );
  }

  #nested<Value>(parse: () => Value): Value {
    if (++this.#depth > deepestNesting) throw new RangeError("the expression is nested too deeply");
    const value = parse();
    this.#depth--;
    return value;
  }

  #take<Symbol extends string>(...symbols: Symbol[]): Symbol | undefined {
    const symbol = symbols.find((each) => each === this.#text[this.#at]);
    if (symbol !== undefined) this.#at++;
    return symbol;
  }
}
