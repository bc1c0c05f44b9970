import type { Process } from "../../process.ts";
import { Expressions } from "./expressions.ts";
import { formatText, numberFormat } from "./functions.ts";
import type { MainInput } from "./main-input.ts";
import type { Steps } from "./steps.ts";
import type { AwkStreams } from "./streams.ts";
import type { AwkProgram, Expression, Statement } from "./syntax-tree.ts";
import { AwkError, inputValue, isTrue, toNumber, toText, type Value } from "./values.ts";
import type { AwkVariables, Variable } from "./variables.ts";

/** How a statement leaves the enclosing statement. */
export type Leaving = "break" | "continue" | "next" | "nextfile" | "exit" | "return" | undefined;

/** Thrown by `exit` in a function, to end its callers too. */
export class ExitInFunction extends Error {}

const MAX_CALL_DEPTH = 1000;
const STEPS_BETWEEN_PAUSES = 256;

/** Runs statements and the program's functions. */
export class Statements {
  readonly expressions: Expressions;
  readonly #process: Process;
  readonly #functions: AwkProgram["functions"];
  readonly #variables: AwkVariables;
  readonly #streams: AwkStreams;
  #depth = 0;
  /** Result of the function that ran last. */
  #result: Value;
  #exitCode = 0;
  #steps = 0;

  constructor(
    process: Process,
    functions: AwkProgram["functions"],
    variables: AwkVariables,
    streams: AwkStreams,
    input: MainInput,
  ) {
    this.#process = process;
    this.#functions = functions;
    this.#variables = variables;
    this.#streams = streams;
    this.expressions = new Expressions(variables, streams, input, (name, parts) => this.#call(name, parts));
  }

  /** Exit code of the last `exit`. */
  get exitCode(): number {
    return this.#exitCode;
  }

  /** Writes to standard output. */
  *write(text: string): Steps<undefined> {
    const full = this.#streams.print(text);
    if (full) yield full;
    return undefined;
  }

  /** Runs a statement. Returns how it leaves the enclosing statement. */
  *run(statement: Statement): Steps<Leaving> {
    if (++this.#steps % STEPS_BETWEEN_PAUSES === 0) yield this.#process.pause();
    switch (statement.kind) {
      case "block":
        for (const one of statement.body) {
          const left = yield* this.run(one);
          if (left) return left;
        }
        return undefined;
      case "expression":
        yield* this.expressions.value(statement.expression);
        return undefined;
      case "print":
      case "printf":
        return yield* this.#print(statement);
      case "if":
        if (isTrue(yield* this.expressions.value(statement.condition))) return yield* this.run(statement.yes);
        return statement.no ? yield* this.run(statement.no) : undefined;
      case "while":
      case "do":
      case "for":
        return yield* this.#loop(statement);
      case "forIn":
        return yield* this.#forIn(statement);
      case "delete":
        if (!statement.subscripts) this.#variables.array(statement.array).clear();
        else this.#variables.array(statement.array).delete(yield* this.expressions.key(statement.subscripts));
        return undefined;
      case "exit":
        if (statement.value) this.#exitCode = toNumber(yield* this.expressions.value(statement.value)) & 0xff;
        return "exit";
      case "return":
        this.#result = statement.value ? yield* this.expressions.value(statement.value) : undefined;
        return "return";
      default:
        return statement.kind;
    }
  }

  *#loop(loop: Extract<Statement, { kind: "while" | "do" | "for" }>): Steps<Leaving> {
    if (loop.kind === "for" && loop.init) yield* this.run(loop.init);
    for (let isFirst = true; ; isFirst = false) {
      const { condition } = loop;
      if (condition && !(loop.kind === "do" && isFirst) && !isTrue(yield* this.expressions.value(condition)))
        return undefined;
      const left = yield* this.run(loop.body);
      if (left === "break") return undefined;
      if (left && left !== "continue") return left;
      if (loop.kind === "for" && loop.update) yield* this.run(loop.update);
      if (++this.#steps % STEPS_BETWEEN_PAUSES === 0) yield this.#process.pause();
    }
  }

  *#forIn({ variable, array, body }: Extract<Statement, { kind: "forIn" }>): Steps<Leaving> {
    // The body may change the array.
    for (const key of Array.from(this.#variables.array(array).keys())) {
      if (!this.#variables.array(array).has(key)) continue;
      this.expressions.store(variable, inputValue(key));
      const left = yield* this.run(body);
      if (left === "break") return undefined;
      if (left && left !== "continue") return left;
    }
    return undefined;
  }

  *#print({ kind, parts, to }: Extract<Statement, { kind: "print" | "printf" }>): Steps<Leaving> {
    const values: Value[] = [];
    for (const part of parts) values.push(yield* this.expressions.value(part));
    const text = kind === "printf" ? this.#formatted(values) : this.#line(values);
    if (!to) return yield* this.write(text);
    const name = toText(yield* this.expressions.value(to.target), this.#variables.format);
    yield this.#streams.printTo(to.operator, name, text);
    return undefined;
  }

  /** Formats the output of print: the record or the values, with OFMT, OFS and ORS. */
  #line(values: Value[]): string {
    if (values.length === 0) return this.#variables.record.text + this.#variables.text("ORS");
    const format = numberFormat(this.#variables.text("OFMT"));
    return values.map((value) => toText(value, format)).join(this.#variables.text("OFS")) + this.#variables.text("ORS");
  }

  #formatted([format, ...values]: Value[]): string {
    return formatText(toText(format, this.#variables.format), values, this.#variables.format);
  }

  *#call(name: string, parts: readonly Expression[]): Steps<Value> {
    const definition = this.#functions.get(name);
    if (!definition) throw new AwkError(`calling undefined function ${name}`);
    if (parts.length > definition.parameters.length)
      throw new AwkError(
        `function ${name} called with ${parts.length} args, accepts only ${definition.parameters.length}`,
      );
    if (this.#depth >= MAX_CALL_DEPTH) throw new AwkError(`function ${name} nested too deeply`);
    const locals = new Map<string, Variable>();
    for (const [index, parameter] of definition.parameters.entries()) {
      const part = parts[index];
      locals.set(parameter, part ? yield* this.#argument(part) : { value: undefined });
    }
    const leave = this.#variables.enter(locals);
    this.#depth += 1;
    this.#result = undefined;
    try {
      const left = yield* this.run(definition.body);
      if (left === "exit") throw new ExitInFunction();
      if (left === "next" || left === "nextfile") throw new AwkError(`${left} used in a function`);
    } finally {
      this.#depth -= 1;
      leave();
    }
    const result = this.#result;
    this.#result = undefined;
    return result;
  }

  *#argument(part: Expression): Steps<Variable> {
    if (part.kind !== "variable" || part.text === "NF") return { value: yield* this.expressions.value(part) };
    const variable = this.#variables.find(part.text);
    if (variable.array) return { value: undefined, array: variable.array };
    return { value: variable.value, ...(variable.value === undefined && { origin: variable }) };
  }
}
