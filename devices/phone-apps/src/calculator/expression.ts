import { add, divide, multiply, negate, parseDecimal, rational, subtract, type Rational } from "./rational.ts";
import {
  applyFunction,
  CalculationError,
  constants,
  factorial,
  functionNames,
  power,
  squareRoot,
  type AngleUnit,
  type CalculationProblem,
} from "./scientific.ts";

export type Evaluation = { value: Rational } | { error: "incomplete" | CalculationProblem };

/** An earlier answer at the start of an expression. It is written rounded, but its exact value counts. */
export interface Answer {
  text: string;
  value: Rational;
}

const DEEPEST_NESTING = 100;
const hundredth = rational(1n, 100n);

class Incomplete extends Error {}

/**
 * Evaluates an expression of numbers, π, e, + − × ÷ % ^ √ !, functions such as "sin(30)", and parentheses. ^ binds
 * tighter than × and ÷, then + and − follow. "200 + 10%" adds ten percent of 200. Open parentheses are closed at the
 * end. `answer` may be at the start. Angles are in `unit`.
 */
export function evaluate(expression: string, answer?: Answer, unit: AngleUnit = "deg"): Evaluation {
  try {
    const parser = new Parser(expression, answer, unit);
    return { value: parser.parse() };
  } catch (error) {
    if (error instanceof Incomplete) return { error: "incomplete" };
    if (error instanceof CalculationError) return { error: error.problem };
    throw error;
  }
}

class Parser {
  readonly #text: string;
  readonly #answer: Answer | undefined;
  readonly #unit: AngleUnit;
  #at = 0;
  #depth = 0;

  constructor(text: string, answer: Answer | undefined, unit: AngleUnit) {
    this.#text = text;
    this.#unit = unit;
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

  /** `percent` marks a lone percentage. It is relative to the left operand of + or −. */
  #product(): { value: Rational; percent: boolean } {
    let { value, percent } = this.#signed();
    for (;;) {
      const operator = this.#take("×", "÷") ?? (this.#startsFactor() ? "×" : undefined);
      if (operator === undefined) return { value, percent };
      const right = this.#signed().value;
      if (operator === "÷" && right.numerator === 0n) throw new CalculationError("divide-by-zero");
      value = operator === "×" ? multiply(value, right) : divide(value, right);
      percent = false;
    }
  }

  #signed(): { value: Rational; percent: boolean } {
    if (this.#take("−") !== undefined) {
      const { value, percent } = this.#nested(() => this.#signed());
      return { value: negate(value), percent };
    }
    let value = this.#power();
    let percent = false;
    while (this.#take("%") !== undefined) {
      value = multiply(value, hundredth);
      percent = true;
    }
    return { value, percent };
  }

  /** "2^3^2" is 2^9, and "2^−1" is a half. */
  #power(): Rational {
    let base = this.#primary();
    while (this.#take("!") !== undefined) base = factorial(base);
    return this.#take("^") === undefined
      ? base
      : power(
          base,
          this.#nested(() => this.#exponent()),
        );
  }

  #exponent(): Rational {
    return this.#take("−") === undefined ? this.#power() : negate(this.#nested(() => this.#exponent()));
  }

  #primary(): Rational {
    if (this.#at === 0 && this.#answer) {
      this.#at = this.#answer.text.length;
      return this.#answer.value;
    }
    if (this.#take("(") !== undefined) return this.#inParentheses();
    if (this.#take("√") !== undefined) return squareRoot(this.#nested(() => this.#primary()));
    const constant = this.#take(...Object.keys(constants));
    // One of the keys matched, so it has a value.
    if (constant !== undefined) return constants[constant] ?? rational(0n);
    const name = functionNames.find((each) => this.#text.startsWith(`${each}(`, this.#at));
    if (name !== undefined) {
      this.#at += name.length + 1;
      return applyFunction(name, this.#inParentheses(), this.#unit);
    }
    // Long answers are written with an exponent and may be reused as input.
    const number = /^(\d+\.?\d*|\.\d+)(?:E([+−])(\d{1,4}))?/.exec(this.#text.slice(this.#at));
    if (!number) throw new Incomplete();
    const [text, digits = "", sign, exponent] = number;
    this.#at += text.length;
    const scale = rational(10n ** BigInt(exponent ?? 0));
    return sign === "−" ? divide(parseDecimal(digits), scale) : multiply(parseDecimal(digits), scale);
  }

  /** Parses from after an opening parenthesis up to its closing one. */
  #inParentheses(): Rational {
    const value = this.#nested(() => this.#sum());
    if (this.#take(")") === undefined && this.#at < this.#text.length) throw new Incomplete();
    return value;
  }

  /** "2(3)", "(2)3", "2π" and "2sin(30)" multiply. */
  #startsFactor(): boolean {
    const next = this.#text[this.#at];
    return (
      next !== undefined &&
      (/[(√πesclt]/.test(next) || (/[\d.]/.test(next) && /[)%!πe]/.test(this.#text[this.#at - 1] ?? "")))
    );
  }

  #nested<Value>(parse: () => Value): Value {
    if (++this.#depth > DEEPEST_NESTING) throw new CalculationError("too-long");
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
