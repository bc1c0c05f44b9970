import { CommandError } from "../../command-error.ts";
import { testFile } from "../../files/file-tests.ts";
import type { Process } from "../../process.ts";
import { commandRegex, loadRegexEngine } from "./posix-regex.ts";

const FAILED_CODE = 2;
const SUFFIXES = "ckmgtpe";

/** Runs toybox's `test` and `[`. Their operators and numbers differ from those of the shell's own. */
export async function runTest(process: Process): Promise<number> {
  const { name, args } = process;
  if (name === "[" && args.at(-1) !== "]") throw new CommandError("[: Missing ']'", FAILED_CODE);
  await loadRegexEngine();
  const test = new ToyboxTest(process, name === "[" ? args.slice(0, -1) : args);
  return (await test.run()) ? 0 : 1;
}

class ToyboxTest {
  readonly #process: Process;
  readonly #args: readonly string[];
  #at = 0;

  constructor(process: Process, args: readonly string[]) {
    this.#process = process;
    this.#args = args;
  }

  async run(): Promise<boolean> {
    if (this.#args.length === 0) return false;
    const result = await this.#or();
    if (this.#at < this.#args.length) this.#fail("too many arguments");
    return result;
  }

  #fail(message: string): never {
    throw new CommandError(`${this.#process.name}: ${message}`, FAILED_CODE);
  }

  async #or(): Promise<boolean> {
    let result = await this.#and();
    while (this.#takes("-o")) result = (await this.#and()) || result;
    return result;
  }

  async #and(): Promise<boolean> {
    let result = await this.#not();
    while (this.#takes("-a")) result = (await this.#not()) && result;
    return result;
  }

  #takes(operator: string): boolean {
    if (this.#args[this.#at] !== operator) return false;
    this.#at += 1;
    return true;
  }

  async #not(): Promise<boolean> {
    const [first, second, third] = this.#args.slice(this.#at);
    if (first === undefined) this.#fail(`need arg @${this.#at}`);
    if (second !== undefined && third !== undefined) {
      const result = this.#binary(second, first, third);
      if (result !== undefined) return this.#took(3, result);
    }
    if (second !== undefined) {
      if (this.#takes("!")) return !(await this.#not());
      if (this.#takes("(")) return this.#group();
      const result = await this.#unary(first, second);
      if (result !== undefined) return this.#took(2, result);
    }
    return this.#took(1, first !== "");
  }

  #took(count: number, result: boolean): boolean {
    this.#at += count;
    return result;
  }

  async #group(): Promise<boolean> {
    const result = await this.#or();
    if (!this.#takes(")")) this.#fail("need )");
    return result;
  }

  async #unary(operator: string, operand: string): Promise<boolean | undefined> {
    if (operator === "-z") return operand === "";
    if (operator === "-n") return operand !== "";
    if (operator !== "-t") return testFile(operator, operand, this.#process.files);
    const { stdin, stdout, stderr } = this.#process;
    return [stdin, stdout, stderr][Number(this.#integer(operand))]?.isTerminal ?? false;
  }

  #binary(operator: string, left: string, right: string): boolean | undefined {
    if (operator === "=" || operator === "==") return left === right;
    if (operator === "!=") return left !== right;
    if (operator === "<") return left < right;
    if (operator === ">") return left > right;
    if (operator === "=~") return commandRegex("test", right, { syntax: "extended" }, 1).find(left) !== undefined;
    if (!/^-(eq|ne|gt|ge|lt|le)$/.test(operator)) return undefined;
    const [a, b] = [this.#integer(left), this.#integer(right)];
    if (operator === "-eq" || operator === "-ne") return (a === b) === (operator === "-eq");
    if (operator === "-gt" || operator === "-le") return a > b === (operator === "-gt");
    return a >= b === (operator === "-ge");
  }

  /** Parses a number as strtoll(3) does, with toybox's suffixes: `0x10`, `010`, `4k`. */
  #integer(text: string): bigint {
    const [, sign = "", digits = "", suffix = "", decimal = ""] =
      /^\s*([-+]?)(0x[0-9a-f]+|0[0-7]*|[1-9]\d*)(?:([ckmgtpe])(d?))?$/i.exec(text) ?? [];
    if (digits === "") this.#fail(`not integer: ${text}`);
    const unit = decimal === "" ? 1024n : 1000n;
    const factor = unit ** BigInt(Math.max(0, SUFFIXES.indexOf(suffix.toLowerCase())));
    const size = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase()) * factor;
    const value = sign === "-" ? -size : size;
    if (BigInt.asIntN(64, value) !== value) this.#fail(`${text}: Numerical result out of range`);
    return value;
  }
}
