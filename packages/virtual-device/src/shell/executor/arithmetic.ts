import { parse } from "just-bash";
import { ShellError } from "./control.ts";
import type { ArithNode, ArithmeticExpression } from "./syntax.ts";

/** What arithmetic needs of the shell. */
export interface ArithmeticScope {
  get(name: string, index: number | undefined): string | undefined;
  set(name: string, index: number | undefined, value: string): void;
  /** Expands text of shell syntax, such as `${x}` or the command of a substitution. */
  expand(source: string): Promise<string>;
}

const maxDepth = 64;

/** Evaluates with mksh's integers, which have 32 bits. */
export async function evaluate(expression: ArithmeticExpression, scope: ArithmeticScope): Promise<number> {
  return new Evaluation(scope, 0).value(expression.expression);
}

/** Evaluates text, as `let` and array subscripts have it. */
export async function evaluateText(text: string, scope: ArithmeticScope, depth = 0): Promise<number> {
  const trimmed = text.trim();
  if (trimmed === "") return 0;
  if (/^[-+]?\d+$/.test(trimmed) && !/^[-+]?0\d/.test(trimmed)) return Number(trimmed) | 0;
  if (depth > maxDepth) throw new ShellError(`${text}: recursive expression`);
  return new Evaluation(scope, depth).value(parseArithmetic(trimmed).expression);
}

function parseArithmetic(text: string): ArithmeticExpression {
  try {
    const command = parse(`((${text}))`).statements[0]?.pipelines[0]?.commands[0];
    if (command?.type === "ArithmeticCommand") return command.expression;
  } catch {
    // Said below.
  }
  throw new ShellError(`${text}: unexpected token`);
}

class Evaluation {
  readonly #scope: ArithmeticScope;
  readonly #depth: number;

  constructor(scope: ArithmeticScope, depth: number) {
    this.#scope = scope;
    this.#depth = depth;
  }

  async value(node: ArithNode): Promise<number> {
    switch (node.type) {
      case "ArithNumber":
        if (!Number.isFinite(node.value)) throw new ShellError("bad number");
        return node.value | 0;
      case "ArithVariable":
        return this.#text(this.#scope.get(node.name, undefined) ?? "");
      case "ArithSpecialVar":
        return this.#text(await this.#scope.expand(`$${node.name}`));
      case "ArithGroup":
      case "ArithNested":
        return this.value(node.expression);
      case "ArithTernary":
        return this.value((await this.value(node.condition)) !== 0 ? node.consequent : node.alternate);
      case "ArithBinary":
        return this.#binary(node);
      case "ArithUnary":
        return this.#unary(node);
      case "ArithAssignment":
        return this.#assign(node);
      case "ArithArrayElement":
        return this.#text(this.#scope.get(node.array, await this.#index(node)) ?? "");
      case "ArithCommandSubst":
        return this.#text(await this.#scope.expand(`$(${node.command})`));
      case "ArithBracedExpansion":
        return this.#text(await this.#scope.expand(`\${${node.content}}`));
      case "ArithConcat":
        return this.#text((await Promise.all(node.parts.map((part) => this.#concatenated(part)))).join(""));
      case "ArithDynamicBase":
        return parseNumber(`${await this.#scope.expand(node.baseExpr)}#${node.value}`);
      case "ArithDynamicNumber":
        return parseNumber(`${await this.#scope.expand(node.prefix)}${node.suffix}`);
      case "ArithSingleQuote":
        return node.value | 0;
      default:
        throw new ShellError("message" in node ? node.message : "bad arithmetic expression");
    }
  }

  async #concatenated(node: ArithNode): Promise<string> {
    if (node.type === "ArithVariable" && node.hasDollarPrefix) return this.#scope.get(node.name, undefined) ?? "";
    if (node.type === "ArithVariable") return node.name;
    return String(await this.value(node));
  }

  /** A variable's text: a number, or an expression in turn. */
  async #text(text: string): Promise<number> {
    const trimmed = text.trim();
    if (trimmed === "") return 0;
    const number = numberOrUndefined(trimmed);
    return number ?? evaluateText(trimmed, this.#scope, this.#depth + 1);
  }

  async #index({ index }: { index?: ArithNode }): Promise<number | undefined> {
    return index === undefined ? undefined : this.value(index);
  }

  async #binary({ operator, left, right }: Extract<ArithNode, { type: "ArithBinary" }>): Promise<number> {
    const a = await this.value(left);
    if (operator === "&&") return a !== 0 && (await this.value(right)) !== 0 ? 1 : 0;
    if (operator === "||") return a !== 0 || (await this.value(right)) !== 0 ? 1 : 0;
    return compute(operator, a, await this.value(right));
  }

  async #unary({ operator, operand, prefix }: Extract<ArithNode, { type: "ArithUnary" }>): Promise<number> {
    const before = await this.value(operand);
    switch (operator) {
      case "-":
        return -before | 0;
      case "+":
        return before;
      case "!":
        return before === 0 ? 1 : 0;
      case "~":
        return ~before;
      case "++":
      case "--": {
        const after = (before + (operator === "++" ? 1 : -1)) | 0;
        if (operand.type === "ArithVariable") this.#scope.set(operand.name, undefined, String(after));
        else if (operand.type === "ArithArrayElement") {
          this.#scope.set(operand.array, await this.#index(operand), String(after));
        } else throw new ShellError(`${operator} requires lvalue`);
        return prefix ? after : before;
      }
    }
  }

  async #assign(node: Extract<ArithNode, { type: "ArithAssignment" }>): Promise<number> {
    const index = node.subscript === undefined ? undefined : await this.value(node.subscript);
    const right = await this.value(node.value);
    const before = node.operator === "=" ? 0 : await this.#text(this.#scope.get(node.variable, index) ?? "");
    const value = node.operator === "=" ? right : compute(node.operator.slice(0, -1), before, right);
    this.#scope.set(node.variable, index, String(value));
    return value;
  }
}

function compute(operator: string, a: number, b: number): number {
  switch (operator) {
    case "+":
      return (a + b) | 0;
    case "-":
      return (a - b) | 0;
    case "*":
      return Math.imul(a, b);
    case "/":
    case "%":
      if (b === 0) throw new ShellError("zero divisor");
      return operator === "/" ? (a / b) | 0 : (a % b) | 0;
    case "**":
      return Number(BigInt.asIntN(32, BigInt(a) ** BigInt(Math.max(0, Math.min(b, 4096)))));
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
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
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case ",":
      return b;
    default:
      throw new ShellError(`${operator}: unexpected operator`);
  }
}

function parseNumber(text: string): number {
  const number = numberOrUndefined(text);
  if (number === undefined) throw new ShellError(`${text}: bad number`);
  return number;
}

/** Decimal, 0x…, or base#digits. A leading 0 means nothing, as in mksh. */
function numberOrUndefined(text: string): number | undefined {
  if (/^[-+]?\d+$/.test(text)) return Number(BigInt.asIntN(32, BigInt(text.replace(/^\+/, ""))));
  const hex = /^([-+]?)0[xX]([0-9a-fA-F]+)$/.exec(text);
  if (hex) return (hex[1] === "-" ? -1 : 1) * Number(BigInt.asIntN(32, BigInt(`0x${hex[2]}`)));
  const [, base, digits] = /^(\d{1,2})#([0-9A-Za-z]+)$/.exec(text) ?? [];
  if (base === undefined || digits === undefined || Number(base) < 2 || Number(base) > 36) return undefined;
  const value = parseInt(digits, Number(base));
  return Number.isNaN(value) ? undefined : value | 0;
}
