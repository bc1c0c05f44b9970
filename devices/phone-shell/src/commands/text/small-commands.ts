import { CommandError } from "../../command-error.ts";
/** The shell's own commands as programs, for xargs, find and env, and a few more that are as small. */
import { runShell } from "../../executor/launch.ts";
import { quoteForShell } from "../../executor/parameter.ts";
import { ShellProcess } from "../../executor/shell-process.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { commandRegex, loadRegexEngine } from "./posix-regex.ts";

/** A program that does what the shell's builtin of that name does. */
function asBuiltin(name: string): ShellCommand {
  return {
    name,
    run: async (process) => {
      if (!(process instanceof ShellProcess)) throw new Error("not a process of the shell");
      const source = `builtin ${[name, ...process.args].map(quoteForShell).join(" ")}`;
      return runShell(process, { name, args: [], source });
    },
  };
}

/** `expr` (POSIX): each argument is one token. */
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

/** A number of 64 bits, as toybox counts. */
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
  ...["[", "echo", "false", "printf", "pwd", "test", "true"].map(asBuiltin),
];
