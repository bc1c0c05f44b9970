import { BuiltinFunctions } from "./builtin-functions.ts";
import { arithmetic, bounded } from "./functions.ts";
import type { Expression } from "./syntax-tree.ts";
import { AwkError, compareValues, expressionOf, isTrue, toNumber, toText, type Value } from "./values.ts";
import type { AwkVariables } from "./variables.ts";

/** Evaluates expressions synchronously. All methods throw AwkError. */
export class PlainExpressions {
  readonly #variables: AwkVariables;
  readonly #builtins: BuiltinFunctions;

  constructor(variables: AwkVariables) {
    this.#variables = variables;
    this.#builtins = new BuiltinFunctions(variables, this);
  }

  string(expression: Expression | undefined): string {
    return expression ? toText(this.value(expression), this.#variables.format) : "";
  }

  number(expression: Expression | undefined): number {
    return expression ? toNumber(this.value(expression)) : 0;
  }

  /** Evaluates a plain expression. */
  value(expression: Expression): Value {
    const { kind, text, parts } = expression;
    switch (kind) {
      case "constant":
        return expression.value;
      case "regex":
        return Number(expressionOf(text).test(this.#variables.record.text));
      case "variable":
        return this.#variables.get(text);
      case "field":
        return this.#variables.record.get(Math.trunc(this.number(parts[0])));
      case "element":
        return this.#variables.element(text, this.key(parts));
      case "in":
        return Number(this.#variables.array(text).has(this.key(parts)));
      case "assign":
        return this.#assign(expression);
      case "before":
      case "after":
        return this.#step(expression);
      case "builtin":
        return this.#builtins.call(text, parts);
      default:
        return this.#operation(expression);
    }
  }

  /** Returns the array key of the subscripts. */
  key(parts: Expression[]): string {
    return parts.length === 1
      ? this.string(parts[0])
      : parts.map((part) => this.string(part)).join(this.#variables.text("SUBSEP"));
  }

  /** Returns a regular expression's source: a literal's text, or the value of an expression. */
  pattern(expression: Expression | undefined): string {
    return expression?.kind === "regex" ? expression.text : this.string(expression);
  }

  /** Assigns a value to a variable, field or element and returns it. */
  store(target: Expression, value: Value): Value {
    if (target.kind === "field") this.#variables.record.set(Math.trunc(this.number(target.parts[0])), value);
    else if (target.kind === "element") this.#variables.array(target.text).set(this.key(target.parts), value);
    else this.#variables.set(target.text, value);
    return value;
  }

  #operation({ kind, text, parts: [first, second, third] }: Expression): Value {
    switch (kind) {
      case "condition":
        return isTrue(first && this.value(first)) ? second && this.value(second) : third && this.value(third);
      case "and":
        return Number(isTrue(first && this.value(first)) && isTrue(second && this.value(second)));
      case "or":
        return Number(isTrue(first && this.value(first)) || isTrue(second && this.value(second)));
      case "not":
        return Number(!isTrue(first && this.value(first)));
      case "negative":
        return -this.number(first);
      case "positive":
        return this.number(first);
      case "arithmetic":
        return arithmetic(text, this.number(first), this.number(second));
      case "concatenation":
        return bounded(this.string(first) + this.string(second));
      case "comparison":
        return this.#compare(text, first, second);
      case "match":
        return Number(expressionOf(this.pattern(second)).test(this.string(first)) === (text === "~"));
      default:
        throw new AwkError("syntax error");
    }
  }

  #assign({ text, parts: [target, value] }: Expression): Value {
    if (!target || !value) return undefined;
    const given = this.value(value);
    const result = text === "=" ? given : arithmetic(text.slice(0, -1), this.number(target), toNumber(given));
    return this.store(target, result);
  }

  #step({ kind, text, parts: [target] }: Expression): Value {
    if (!target) return undefined;
    const before = this.number(target);
    const after = before + (text === "++" ? 1 : -1);
    this.store(target, after);
    return kind === "before" ? after : before;
  }

  #compare(operator: string, left: Expression | undefined, right: Expression | undefined): number {
    const order = compareValues(left && this.value(left), right && this.value(right), this.#variables.format);
    const results = {
      "<": order < 0,
      "<=": order <= 0,
      "==": order === 0,
      "!=": order !== 0,
      ">": order > 0,
      ">=": order >= 0,
    };
    return Number(results[operator as keyof typeof results]); // the parser accepts only these
  }
}
