import { bounded, formatText, lengthOf, NUMBER_FUNCTIONS, randomOf, substitute, substring } from "./functions.ts";
import { makeExpression, type Expression } from "./syntax-tree.ts";
import { expressionOf, inputValue, splitByExpression, splitFields, toText, type Value } from "./values.ts";
import type { AwkVariables } from "./variables.ts";

const zero = makeExpression("constant", "0", []);
const wholeRecord = makeExpression("field", "$", [{ ...zero, value: 0 }]);

/** Evaluation of a function's arguments. All methods throw AwkError. */
interface ArgumentEvaluation {
  string(expression: Expression | undefined): string;
  number(expression: Expression | undefined): number;
  value(expression: Expression): Value;
  pattern(expression: Expression | undefined): string;
  store(target: Expression, value: Value): Value;
}

/** awk's synchronous functions. */
export class BuiltinFunctions {
  readonly #variables: AwkVariables;
  readonly #expressions: ArgumentEvaluation;
  #seed = 1;
  #random = randomOf(this.#seed);

  constructor(variables: AwkVariables, expressions: ArgumentEvaluation) {
    this.#variables = variables;
    this.#expressions = expressions;
  }

  /** Calls a function by its name. Throws AwkError. */
  call(name: string, parts: Expression[]): Value {
    const [first, second, third] = parts;
    switch (name) {
      case "length":
        return this.#length(first);
      case "substr":
        return substring(
          this.#expressions.string(first),
          this.#expressions.number(second),
          third && this.#expressions.number(third),
        );
      case "index":
        return this.#expressions.string(first).indexOf(this.#expressions.string(second)) + 1;
      case "split":
        return this.#split(this.#expressions.string(first), second?.text ?? "", third);
      case "sub":
      case "gsub":
        return this.#substitute(name === "gsub", parts);
      case "match":
        return this.#match(this.#expressions.string(first), this.#expressions.pattern(second));
      case "sprintf":
        return this.#sprintf(parts);
      case "tolower":
        return this.#expressions.string(first).toLowerCase();
      case "toupper":
        return this.#expressions.string(first).toUpperCase();
      case "rand":
        return this.#random();
      case "srand":
        return this.#seedRandom(
          first ? this.#expressions.number(first) : Math.floor(this.#variables.clock.nowMs() / 1000),
        );
      default:
        return NUMBER_FUNCTIONS[name]?.(this.#expressions.number(first), this.#expressions.number(second));
    }
  }

  #length(of: Expression | undefined): number {
    if (!of) return lengthOf(this.#variables.record.text);
    const array = of.kind === "variable" ? this.#variables.find(of.text).array : undefined;
    return array ? array.size : lengthOf(this.#expressions.string(of));
  }

  #sprintf(parts: Expression[]): string {
    const [format, ...values] = parts.map((part) => this.#expressions.value(part));
    return bounded(formatText(toText(format, this.#variables.format), values, this.#variables.format));
  }

  /** Sets the seed and returns the previous one. */
  #seedRandom(seed: number): number {
    const before = this.#seed;
    this.#seed = seed;
    this.#random = randomOf(seed);
    return before;
  }

  #split(text: string, name: string, separator: Expression | undefined): number {
    const array = this.#variables.array(name);
    array.clear();
    // A regular expression of one character stays a regular expression.
    const by = separator
      ? separator.kind === "regex"
        ? `(?:${separator.text})`
        : this.#expressions.string(separator)
      : this.#variables.text("FS");
    const pieces =
      separator?.kind === "regex" && text !== "" ? splitByExpression(text, separator.text) : splitFields(text, by);
    for (const [i, piece] of pieces.entries()) array.set(String(i + 1), inputValue(piece));
    return pieces.length;
  }

  #substitute(all: boolean, [pattern, replacement, target = wholeRecord]: Expression[]): number {
    const { text, count } = substitute(
      this.#expressions.string(target),
      this.#expressions.pattern(pattern),
      this.#expressions.string(replacement),
      all,
    );
    if (count > 0) this.#expressions.store(target, text);
    return count;
  }

  #match(text: string, source: string): number {
    const found = expressionOf(source).find(text);
    const start = found ? lengthOf(text.slice(0, found.start)) + 1 : 0;
    this.#variables.find("RSTART").value = start;
    this.#variables.find("RLENGTH").value = found ? lengthOf(found.group(0)) : -1;
    return start;
  }
}
