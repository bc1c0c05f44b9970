import { ShellError } from "./control.ts";
import { unmarkedArithmetic } from "./dparen.ts";
import type { ArithmeticExpression } from "./syntax-tree.ts";

/** The shell's interface for arithmetic. */
export interface ArithmeticScope {
  get(name: string, index: number | undefined): string | undefined;
  set(name: string, index: number | undefined, value: string): void;
  /** Expands shell text, such as `${x}` or a command substitution. */
  expand(source: string): Promise<string>;
}

/**
 * Thrown for an expression that cannot be evaluated. It ends the command with the expression; `(( ))` and `let` are
 * such commands themselves.
 */
export class ArithmeticError extends ShellError {
  override readonly name = "ArithmeticError";
}

const MAX_DEPTH = 64;

/** Evaluates with mksh's 32-bit integers. Expansions of `$` and backquotes are inserted as text first. */
export async function evaluate(expression: ArithmeticExpression, scope: ArithmeticScope): Promise<number> {
  const source = unmarkedArithmetic(expression);
  const text = /[$`\\"]/.test(source) ? await scope.expand(source.replaceAll('"', "")) : source;
  return evaluateText(text, scope);
}

/** Evaluates text without expansions, such as arguments of `let` and array subscripts. Throws ShellError. */
export function evaluateText(text: string, scope: ArithmeticScope, depth = 0): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return new Evaluation(text, scope, depth).value();
}

/** Sorted from the highest precedence. Operators of one level are left-associative. */
const BINARY_LEVELS: readonly (readonly string[])[] = [
  ["*", "/", "%"],
  ["+", "-"],
  ["<<", ">>"],
  ["<=", ">=", "<", ">"],
  ["==", "!="],
  ["&"],
  ["^"],
  ["|"],
  ["&&"],
  ["||"],
];
const ASSIGNMENTS = new Set(["=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|="]);
const TOKENS =
  /\s*(?:(\d+#[0-9A-Za-z]+|0[xX][0-9A-Fa-f]+|\d\w*)|([A-Za-z_]\w*)|(<<=|>>=|\+\+|--|&&|\|\||<<|>>|[=!<>*/%+\-&^|]=|[-+*/%<>&^|=!~?:,()]))/y;

interface Token {
  kind: "number" | "name" | "operator" | "end" | "bad";
  text: string;
}

/** A variable, or only a value. */
interface Operand {
  value: number;
  name?: string;
  index?: number | undefined;
}

class Evaluation {
  readonly #source: string;
  readonly #scope: ArithmeticScope;
  readonly #depth: number;
  #at = 0;
  #token: Token = { kind: "end", text: "" };
  /** Depth of branches that `?:`, `&&` or `||` skip. Nothing is assigned in them. */
  #skipping = 0;
  /** Whether `#` precedes the expression, so that its numbers are unsigned. */
  #unsigned = false;

  constructor(source: string, scope: ArithmeticScope, depth: number) {
    this.#source = source;
    this.#scope = scope;
    this.#depth = depth;
  }

  value(): number {
    const unsigned = /^\s*#(?!\w+#)/.exec(this.#source);
    if (unsigned) this.#at = unsigned[0].length;
    this.#unsigned = unsigned !== null;
    this.#next();
    if (this.#atEnd()) return 0;
    const { value } = this.#comma();
    if (!this.#atEnd()) this.#unexpected();
    return unsigned ? value >>> 0 : value;
  }

  #atEnd(): boolean {
    return this.#kind === "end";
  }

  get #kind(): Token["kind"] {
    return this.#token.kind;
  }

  #next(): void {
    TOKENS.lastIndex = this.#at;
    const found = TOKENS.exec(this.#source);
    if (!found) {
      const rest = this.#source.slice(this.#at).trimStart();
      this.#token = rest === "" ? { kind: "end", text: "end of expression" } : { kind: "bad", text: rest.charAt(0) };
      return;
    }
    this.#at = TOKENS.lastIndex;
    const [, number, name, operator = ""] = found;
    if (number !== undefined) this.#token = { kind: "number", text: number };
    else this.#token = name === undefined ? { kind: "operator", text: operator } : { kind: "name", text: name };
  }

  #is(operator: string): boolean {
    return this.#kind === "operator" && this.#token.text === operator;
  }

  #fail(message: string): never {
    throw new ArithmeticError(`${this.#source}: ${message}`);
  }

  #unexpected(): never {
    this.#fail(`unexpected '${this.#token.text}'`);
  }

  #comma(): Operand {
    let left = this.#assignment();
    while (this.#is(",")) {
      this.#next();
      left = this.#assignment();
    }
    return left;
  }

  #assignment(): Operand {
    const left = this.#ternary();
    const operator = this.#token.text;
    if (this.#kind !== "operator" || !ASSIGNMENTS.has(operator)) return left;
    if (left.name === undefined) this.#fail(`${operator} requires lvalue`);
    this.#next();
    const right = this.#assignment().value;
    return this.#assign(
      operator,
      left,
      operator === "=" ? right : this.#compute(operator.slice(0, -1), left.value, right),
    );
  }

  #assign(operator: string, target: Operand, value: number): Operand {
    if (this.#skipping > 0 || target.name === undefined) return { value };
    try {
      this.#scope.set(target.name, target.index, String(value));
    } catch (error) {
      if (!(error instanceof ShellError)) throw error;
      this.#fail(`${operator} applied to read-only variable`);
    }
    return { value };
  }

  #ternary(): Operand {
    const condition = this.#binary(BINARY_LEVELS.length - 1);
    if (!this.#is("?")) return condition;
    this.#next();
    const yes = this.#unless(condition.value === 0, () => this.#assignment());
    if (this.#atEnd()) this.#fail("missing :");
    if (!this.#is(":")) this.#unexpected();
    this.#next();
    const no = this.#unless(condition.value !== 0, () => this.#assignment());
    return { value: (condition.value === 0 ? no : yes).value };
  }

  #unless(skip: boolean, part: () => Operand): Operand {
    this.#skipping += skip ? 1 : 0;
    const result = part();
    this.#skipping -= skip ? 1 : 0;
    return result;
  }

  #binary(level: number): Operand {
    const operators = BINARY_LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level - 1);
    while (this.#kind === "operator" && operators.includes(this.#token.text)) {
      const operator = this.#token.text;
      this.#next();
      const settled = (operator === "&&" && left.value === 0) || (operator === "||" && left.value !== 0);
      const right = this.#unless(settled, () => this.#binary(level - 1));
      left = { value: settled ? Number(operator === "||") : this.#compute(operator, left.value, right.value) };
    }
    return left;
  }

  #unary(): Operand {
    const operator = this.#kind === "operator" ? this.#token.text : "";
    if (operator === "++" || operator === "--") {
      this.#next();
      const target = this.#primary();
      return this.#step(operator, target);
    }
    if (!["-", "+", "!", "~"].includes(operator)) return this.#postfix();
    this.#next();
    const { value } = this.#unary();
    if (operator === "-") return { value: -value | 0 };
    if (operator === "!") return { value: value === 0 ? 1 : 0 };
    return { value: operator === "~" ? ~value : value };
  }

  #postfix(): Operand {
    const target = this.#primary();
    if (!this.#is("++") && !this.#is("--")) return target;
    this.#step(this.#token.text, target);
    this.#next();
    return { value: target.value };
  }

  #step(operator: string, target: Operand): Operand {
    if (target.name === undefined) this.#fail(`${operator} requires lvalue`);
    return this.#assign(operator, target, (target.value + (operator === "++" ? 1 : -1)) | 0);
  }

  #primary(): Operand {
    const { kind, text } = this.#token;
    if (this.#is("(")) {
      this.#next();
      const inner = this.#comma();
      if (!this.#is(")")) this.#fail("missing )");
      this.#next();
      return inner;
    }
    if (kind === "number") {
      this.#next();
      return { value: numberOf(text) ?? this.#fail(`bad number '${text}'`) };
    }
    if (kind !== "name") this.#unexpected();
    const index = this.#subscript();
    this.#next();
    const value = this.#skipping > 0 ? "" : (this.#scope.get(text, index) ?? "");
    return { value: this.#numberIn(text, value), name: text, index };
  }

  /** Parses `[expression]` directly after a name. */
  #subscript(): number | undefined {
    if (this.#source.charAt(this.#at) !== "[") return undefined;
    let depth = 0;
    let end = this.#at;
    for (; end < this.#source.length; end++) {
      const character = this.#source.charAt(end);
      depth += character === "[" ? 1 : character === "]" ? -1 : 0;
      if (depth === 0) break;
    }
    if (depth !== 0) this.#fail("missing ]");
    const inner = this.#source.slice(this.#at + 1, end);
    this.#at = end + 1;
    return evaluateText(inner, this.#scope, this.#depth + 1);
  }

  /** Returns the number in a variable's text. The text may be an expression itself. */
  #numberIn(name: string, text: string): number {
    const trimmed = text.trim();
    if (trimmed === "") return 0;
    const number = numberOf(trimmed);
    if (number !== undefined) return number;
    if (this.#depth > MAX_DEPTH) this.#fail(`expression recurses on parameter '${name}'`);
    return evaluateText(trimmed, this.#scope, this.#depth + 1);
  }

  #compute(operator: string, left: number, right: number): number {
    const [a, b] = this.#unsigned ? [left >>> 0, right >>> 0] : [left, right];
    switch (operator) {
      case "+":
        return (a + b) | 0;
      case "-":
        return (a - b) | 0;
      case "*":
        return Math.imul(a, b);
      case "/":
      case "%":
        if (b === 0 && this.#skipping > 0) return 0;
        if (b === 0) this.#fail("zero divisor");
        return operator === "/" ? (a / b) | 0 : (a % b) | 0;
      case "<<":
        return a << b;
      case ">>":
        return this.#unsigned ? a >>> b : a >> b;
      case "<":
        return a < b ? 1 : 0;
      case "<=":
        return a <= b ? 1 : 0;
      case ">":
        return a > b ? 1 : 0;
      case ">=":
        return a >= b ? 1 : 0;
      case "==":
        return a === b ? 1 : 0;
      case "!=":
        return a === b ? 0 : 1;
      case "&":
        return a & b;
      case "^":
        return a ^ b;
      case "|":
        return a | b;
      default:
        return b !== 0 ? 1 : 0;
    }
  }
}

/** Parses a number with a sign: decimal, 0x…, or base#digits. A leading 0 has no meaning, as in mksh. */
function numberOf(text: string): number | undefined {
  const [, sign = "", digits] = /^([-+]?)(\w+|\d+#\w+)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = magnitude(digits);
  if (value === undefined) return undefined;
  return Number(BigInt.asIntN(32, sign === "-" ? -value : value));
}

function magnitude(text: string): bigint | undefined {
  if (/^\d+$/.test(text) || /^0[xX][0-9a-fA-F]+$/.test(text)) return BigInt(text.replace(/^0+(?=\d)/, ""));
  const [, base, digits = ""] = /^(\d{1,2})#([0-9A-Za-z]+)$/.exec(text) ?? [];
  const radix = Number(base);
  if (!(radix >= 2 && radix <= 36)) return undefined;
  let value = 0n;
  for (const digit of digits) {
    const number = parseInt(digit, radix);
    if (Number.isNaN(number)) return undefined;
    value = value * BigInt(radix) + BigInt(number);
  }
  return value;
}
