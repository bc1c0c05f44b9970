import { testFile } from "../files/file-tests.ts";
import { ShellError } from "./control.ts";
import { shellPattern } from "./pattern.ts";
import { optionNames, type Shell } from "./shell.ts";
import type { ConditionNode } from "./syntax-tree.ts";
import type { WordExpansion } from "./word-expansion.ts";

/** Evaluates `[[ … ]]`. */
export async function evaluateCondition(node: ConditionNode, shell: Shell, expansion: WordExpansion): Promise<boolean> {
  switch (node.type) {
    case "CondAnd":
      return (await evaluateCondition(node.left, shell, expansion)) && evaluateCondition(node.right, shell, expansion);
    case "CondOr":
      return (await evaluateCondition(node.left, shell, expansion)) || evaluateCondition(node.right, shell, expansion);
    case "CondNot":
      return !(await evaluateCondition(node.operand, shell, expansion));
    case "CondGroup":
      return evaluateCondition(node.expression, shell, expansion);
    case "CondWord":
      return (await expansion.text(node.word)) !== "";
    case "CondUnary":
      return unaryTest(node.operator, await expansion.text(node.operand), shell, expansion);
    case "CondBinary": {
      const left = await expansion.text(node.left);
      if (node.operator === "=~") throw new ShellError("syntax error: unexpected '=~'");
      if (["=", "==", "!="].includes(node.operator)) {
        const matches = shellPattern(await expansion.pattern(node.right)).test(left);
        return matches !== (node.operator === "!=");
      }
      return binaryTest(node.operator, left, await expansion.text(node.right), shell, expansion);
    }
  }
}

async function unaryTest(operator: string, operand: string, shell: Shell, expansion: WordExpansion): Promise<boolean> {
  const { files } = shell;
  switch (operator) {
    case "-z":
      return operand === "";
    case "-n":
      return operand !== "";
    case "-t":
      return shell.fds.get(Number(operand))?.isTerminal ?? false;
    case "-o":
      return optionNames.some((name) => name === operand && shell.options.has(name));
    case "-v": {
      const [, name = operand, subscript] = /^([A-Za-z_]\w*)\[([^]+)\]$/.exec(operand) ?? [];
      const index = subscript === undefined ? 0 : await expansion.number(subscript);
      return shell.variables.get(name, index) !== undefined;
    }
    case "-O":
    case "-G":
      return (await files.status(operand).catch(() => undefined))?.userId === shell.task.userId;
  }
  const result = await testFile(operator, operand, files);
  if (result === undefined) throw new ShellError(`[: ${operator}: unexpected operator/operand`, 2);
  return result;
}

async function binaryTest(
  operator: string,
  left: string,
  right: string,
  shell: Shell,
  expansion: WordExpansion,
): Promise<boolean> {
  if (/^-(eq|ne|lt|le|gt|ge)$/.test(operator)) {
    const [a, b] = [await expansion.number(left), await expansion.number(right)];
    const results = { "-eq": a === b, "-ne": a !== b, "-lt": a < b, "-le": a <= b, "-gt": a > b, "-ge": a >= b };
    return results[operator as keyof typeof results]; // the expression above matches only these
  }
  const status = (path: string) => shell.files.status(path).catch(() => undefined);
  switch (operator) {
    case "=":
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case ">":
      return left > right;
    case "-nt":
      return ((await status(left))?.modifiedAtMs ?? -1) > ((await status(right))?.modifiedAtMs ?? -1);
    case "-ot":
      return ((await status(left))?.modifiedAtMs ?? -1) < ((await status(right))?.modifiedAtMs ?? -1);
    case "-ef": {
      const [a, b] = [await status(left), await status(right)];
      return a !== undefined && a.inode === b?.inode;
    }
    default:
      throw new ShellError(`[: ${operator}: unexpected operator/operand`, 2);
  }
}

const binaryOperators = new Set("= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef".split(" "));
const UNARY_OPERATORS = /^-[abcdefghknoprstuvwxzGLOS]$/;

/**
 * Evaluates `test` and `[`: by POSIX's rules for the number of arguments, else by a grammar with `!`, `-a`, `-o` and
 * parentheses.
 */
export async function evaluateTest(args: string[], shell: Shell, expansion: WordExpansion): Promise<boolean> {
  const test = new TestExpression(args, shell, expansion);
  const result = await test.or();
  test.expectEnd();
  return result;
}

class TestExpression {
  readonly #args: string[];
  readonly #shell: Shell;
  readonly #expansion: WordExpansion;
  #at = 0;

  constructor(args: string[], shell: Shell, expansion: WordExpansion) {
    this.#args = args;
    this.#shell = shell;
    this.#expansion = expansion;
  }

  expectEnd(): void {
    const rest = this.#args[this.#at];
    if (rest !== undefined) throw new ShellError(`${rest}: unexpected operator/operand`, 2);
  }

  async or(): Promise<boolean> {
    if (this.#args.length === 0) return false;
    let result = await this.#and();
    while (this.#args[this.#at] === "-o") {
      this.#at += 1;
      const right = await this.#and();
      result = result || right;
    }
    return result;
  }

  async #and(): Promise<boolean> {
    let result = await this.#not();
    while (this.#args[this.#at] === "-a") {
      this.#at += 1;
      const right = await this.#not();
      result = result && right;
    }
    return result;
  }

  async #not(): Promise<boolean> {
    const left = this.#args.length - this.#at;
    const binary = binaryOperators.has(this.#args[this.#at + 1] ?? "");
    if (this.#args[this.#at] === "!" && left > 1 && !(binary && left >= 3)) {
      this.#at += 1;
      return !(await this.#not());
    }
    return this.#primary();
  }

  async #primary(): Promise<boolean> {
    const [first, second, third] = this.#args.slice(this.#at);
    if (first === undefined) throw new ShellError("expression expected", 2);
    if (second !== undefined && third !== undefined && binaryOperators.has(second)) {
      this.#at += 3;
      return binaryTest(second, first, third, this.#shell, this.#expansion);
    }
    if (first === "(" && second !== undefined) {
      this.#at += 1;
      const result = await this.or();
      if (this.#args[this.#at] !== ")") throw new ShellError("missing )", 2);
      this.#at += 1;
      return result;
    }
    if (UNARY_OPERATORS.test(first) && second !== undefined) {
      this.#at += 2;
      return unaryTest(first, second, this.#shell, this.#expansion);
    }
    if (binaryOperators.has(second ?? "")) throw new ShellError(`${second}: missing second argument`, 2);
    this.#at += 1;
    return first !== "";
  }
}
