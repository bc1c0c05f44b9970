import { CommandError } from "../../command-error.ts";
/** Toybox programs that share names with shell builtins but differ from them, and a few other small ones. */
import type { Process, ShellCommand } from "../../process.ts";
import { printf } from "../../text/printf.ts";
import { needOperands, parseOptions } from "../options.ts";
import { runEcho } from "./echo-command.ts";
import { commandRegex, loadRegexEngine } from "./posix-regex.ts";
import { runTest } from "./test-command.ts";

async function runPwd(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "LP" });
  needOperands(process, options, 0, 0);
  await process.stdout.write(`${options.has("P") ? await process.files.realPath(process.cwd) : process.cwd}\n`);
  return 0;
}

async function runPrintf({ args, stdout, stderr }: Process): Promise<number> {
  const { output, messages } = printf(args);
  await stdout.write(output);
  if (messages === "") return 0;
  await stderr.write(messages);
  return 1;
}

/** `expr` (POSIX): evaluates an expression. Each argument is one token. */
async function runExpr(process: Process): Promise<number> {
  await loadRegexEngine();
  const expression = new Expr(process.args);
  const value = expression.or();
  expression.expectEnd();
  await process.stdout.write(`${value}\n`);
  return value === "" || value === "0" ? 1 : 0;
}

class Expr {
  readonly #args: readonly string[];
  #at = 0;

  constructor(args: readonly string[]) {
    this.#args = args;
  }

  expectEnd(): void {
    const rest = this.#args[this.#at];
    if (rest !== undefined) throw new CommandError(`expr: Unexpected extra input '${rest}'\n`, 2);
  }

  or(): string {
    return this.#left(
      ["|"],
      () => this.#and(),
      (_operator, a, b) => (a !== "" && a !== "0" ? a : b),
    );
  }

  #and(): string {
    return this.#left(
      ["&"],
      () => this.#compare(),
      (_operator, a, b) => (a !== "" && a !== "0" && b !== "" && b !== "0" ? a : "0"),
    );
  }

  #compare(): string {
    return this.#left(
      ["=", "==", "!=", "<", "<=", ">", ">="],
      () => this.#sum(),
      (operator, a, b) => {
        const numeric = isInteger(a) && isInteger(b);
        const order = numeric
          ? Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b))
          : Number(a > b) - Number(a < b);
        const holds = {
          "=": order === 0,
          "==": order === 0,
          "!=": order !== 0,
          "<": order < 0,
          "<=": order <= 0,
          ">": order > 0,
          ">=": order >= 0,
        }[operator];
        return holds ? "1" : "0";
      },
    );
  }

  #sum(): string {
    return this.#left(
      ["+", "-"],
      () => this.#product(),
      (operator, a, b) => wrapped(operator === "+" ? integer(a) + integer(b) : integer(a) - integer(b)),
    );
  }

  #product(): string {
    return this.#left(
      ["*", "/", "%"],
      () => this.#match(),
      (operator, a, b) => {
        if (operator === "*") return wrapped(integer(a) * integer(b));
        if (integer(b) === 0n) throw new CommandError("expr: division by zero", 2);
        return wrapped(operator === "/" ? integer(a) / integer(b) : integer(a) % integer(b));
      },
    );
  }

  #match(): string {
    return this.#left(
      [":"],
      () => this.#primary(),
      (_operator, a, b) => matched(a, b),
    );
  }

  #primary(): string {
    const token = this.#args[this.#at++];
    if (token === undefined) throw new CommandError("expr: Unexpected end of input", 2);
    if (token !== "(") return token;
    const value = this.or();
    if (this.#args[this.#at++] !== ")") throw new CommandError("expr: syntax error", 2);
    return value;
  }

  #left(
    operators: string[],
    operand: () => string,
    combine: (operator: string, a: string, b: string) => string,
  ): string {
    let value = operand();
    for (
      let operator = this.#args[this.#at];
      operator !== undefined && operators.includes(operator);
      operator = this.#args[this.#at]
    ) {
      this.#at += 1;
      value = combine(operator, value, operand());
    }
    return value;
  }
}

function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}

function integer(text: string): bigint {
  if (!isInteger(text)) throw new CommandError("expr: non-integer argument", 2);
  return BigInt(text);
}

/** Wraps a number to 64 bits, as toybox does. */
function wrapped(value: bigint): string {
  return String(BigInt.asIntN(64, value));
}

function matched(text: string, pattern: string): string {
  const match = commandRegex("expr", pattern, { syntax: "basic", only: "start" }, 2).find(text);
  if (pattern.includes("\\(")) return match?.group(1) ?? "";
  return String(match ? Array.from(match.group(0)).length : 0);
}

export const smallCommands: readonly ShellCommand[] = [
  { name: "expr", run: runExpr },
  { name: "[", run: runTest },
  { name: "echo", run: runEcho },
  { name: "false", run: async () => 1 },
  { name: "printf", run: runPrintf },
  { name: "pwd", run: runPwd },
  { name: "test", run: runTest },
  { name: "true", run: async () => 0 },
];
