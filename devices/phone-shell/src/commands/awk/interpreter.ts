import type { Process } from "../../process.ts";
import { MainInput } from "./main-input.ts";
import { ExitInFunction, Statements, type Leaving } from "./statements.ts";
import { drive, type Steps } from "./steps.ts";
import { AwkStreams } from "./streams.ts";
import type { AwkProgram, Rule } from "./syntax-tree.ts";
import { isTrue } from "./values.ts";
import { AwkVariables } from "./variables.ts";

/** Runs the rules of one awk program on its input. */
export class AwkInterpreter {
  readonly #rules: readonly Rule[];
  readonly #variables: AwkVariables;
  readonly #streams: AwkStreams;
  readonly #input: MainInput;
  readonly #statements: Statements;
  readonly #inRange = new Set<Rule>();

  /** `operands`: the files and assignments after the program. */
  constructor(process: Process, { rules, functions }: AwkProgram, operands: readonly string[]) {
    this.#rules = rules;
    this.#variables = new AwkVariables(operands, process.env, process.clock);
    this.#streams = new AwkStreams(process);
    this.#input = new MainInput(process, this.#variables, this.#streams);
    this.#statements = new Statements(process, functions, this.#variables, this.#streams, this.#input);
  }

  /** Assigns a variable from `-v name=text`. */
  assign(name: string, text: string): void {
    this.#variables.assignInput(name, text);
  }

  /** Runs the program on its input. Returns the exit code. Throws AwkError. */
  async run(): Promise<number> {
    const rules = this.#rules;
    try {
      const left = await drive(this.#runRules(rules.filter(({ kind }) => kind === "begin")));
      const each = rules.filter(({ kind }) => kind === "each" || kind === "range");
      const end = rules.filter(({ kind }) => kind === "end");
      if (left !== "exit" && each.length + end.length > 0) await this.#overInput(each);
      await drive(this.#runRules(end));
    } finally {
      this.#input.close();
      await this.#streams.closeAll();
    }
    return this.#statements.exitCode;
  }

  async #overInput(rules: Rule[]): Promise<void> {
    for (;;) {
      const record = this.#input.ready() ?? (await this.#input.next());
      if (record === undefined) return;
      this.#variables.record.text = record;
      this.#input.count();
      const steps = this.#runRules(rules);
      const first = steps.next();
      const left = first.done === true ? first.value : await drive(steps, first.value);
      if (left === "exit") return;
      if (left === "nextfile") this.#input.close();
    }
  }

  *#runRules(rules: readonly Rule[]): Steps<Leaving> {
    try {
      for (const rule of rules) {
        const left = (yield* this.#applies(rule)) ? yield* this.#runRule(rule) : undefined;
        if (left === "next") return undefined;
        if (left === "exit" || left === "nextfile") return left;
      }
    } catch (error) {
      if (error instanceof ExitInFunction) return "exit";
      throw error;
    }
    return undefined;
  }

  #runRule({ body }: Rule): Steps<Leaving> {
    if (body) return this.#statements.run(body);
    return this.#statements.write(this.#variables.record.text + this.#variables.text("ORS"));
  }

  *#applies(rule: Rule): Steps<boolean> {
    const [first, last] = rule.patterns;
    if (!first) return true;
    if (!last) return isTrue(yield* this.#statements.expressions.value(first));
    if (!this.#inRange.has(rule)) {
      if (!isTrue(yield* this.#statements.expressions.value(first))) return false;
      this.#inRange.add(rule);
    }
    if (isTrue(yield* this.#statements.expressions.value(last))) this.#inRange.delete(rule);
    return true;
  }
}
