import type { MainInput } from "./main-input.ts";
import { PlainExpressions } from "./plain-expressions.ts";
import type { Steps } from "./steps.ts";
import type { AwkStreams } from "./streams.ts";
import { WAITING_BUILTINS, type Expression } from "./syntax-tree.ts";
import { inputValue, isTrue, toText, type Value } from "./values.ts";
import type { AwkVariables } from "./variables.ts";

/** Kinds with a fixed evaluation order: the left side is evaluated before an asynchronous right side can change it. */
const IN_ORDER: ReadonlySet<Expression["kind"]> = new Set(["arithmetic", "concatenation", "comparison"]);

type CallFunction = (name: string, parts: readonly Expression[]) => Steps<Value>;

/**
 * Evaluates all expressions of an awk program. An expression may wait for input, for a shell command, or for a function
 * that the program defines.
 */
export class Expressions {
  readonly #variables: AwkVariables;
  readonly #streams: AwkStreams;
  readonly #input: MainInput;
  readonly #plain: PlainExpressions;
  readonly #call: CallFunction;

  constructor(variables: AwkVariables, streams: AwkStreams, input: MainInput, call: CallFunction) {
    this.#variables = variables;
    this.#streams = streams;
    this.#input = input;
    this.#plain = new PlainExpressions(variables);
    this.#call = call;
  }

  /** Evaluates an expression. May wait. */
  *value(expression: Expression): Steps<Value> {
    if (expression.isPlain) return this.#plain.value(expression);
    const { kind, text, parts } = expression;
    const [first, second, third] = parts;
    if (kind === "and" || kind === "or") {
      const left = isTrue(first && (yield* this.value(first)));
      if (left === (kind === "or")) return Number(left);
      return Number(isTrue(second && (yield* this.value(second))));
    }
    if (kind === "condition") {
      const chosen = isTrue(first && (yield* this.value(first))) ? second : third;
      return chosen && (yield* this.value(chosen));
    }
    if (kind === "call") return yield* this.#call(text, parts);
    if (kind === "getline") return yield* this.#getline(text, parts);
    // Asynchronous parts become constants, in order. The remaining expression is plain.
    const lastWaiting = IN_ORDER.has(kind) ? parts.findLastIndex((part) => !part.isPlain) : 0;
    const settled: Expression[] = [];
    for (const [index, part] of parts.entries()) {
      const isTarget = index === 0 && kind === "assign";
      settled.push(index < lastWaiting ? yield* this.#constant(part) : yield* this.#settled(part, isTarget));
    }
    const now: Expression = { ...expression, parts: settled, isPlain: true };
    if (kind === "builtin" && WAITING_BUILTINS.has(text)) return yield* this.#outside(text, settled[0]);
    return this.#plain.value(now);
  }

  /** Returns the array key of the subscripts. */
  *key(parts: Expression[]): Steps<string> {
    const texts: string[] = [];
    for (const part of parts) texts.push(toText(yield* this.value(part), this.#variables.format));
    return texts.join(this.#variables.text("SUBSEP"));
  }

  /** Assigns a value to a variable, field or element. */
  store(target: Expression, value: Value): void {
    this.#plain.store(target, value);
  }

  /** Replaces the asynchronous parts of an expression with their values. */
  *#settled(part: Expression, isTarget: boolean): Steps<Expression> {
    if (part.isPlain) return part;
    if (isTarget || part.kind === "field" || part.kind === "element") {
      const parts: Expression[] = [];
      for (const inner of part.parts) parts.push(yield* this.#settled(inner, false));
      return { ...part, parts, isPlain: true };
    }
    return yield* this.#constant(part);
  }

  *#constant(part: Expression): Steps<Expression> {
    return { kind: "constant", text: "", parts: [], isPlain: true, value: yield* this.value(part) };
  }

  *#outside(name: string, argument: Expression | undefined): Steps<Value> {
    const text = this.#plain.string(argument);
    if (name === "system") return (yield this.#streams.run(text)) as number; // the result type of `run`
    if (name === "close") return (yield this.#streams.close(text)) as number; // the result type of `close`
    yield this.#streams.flush();
    return 0;
  }

  *#getline(kind: string, parts: Expression[]): Steps<Value> {
    const [source, target] = kind === "input" ? [undefined, parts[0]] : parts;
    let record: unknown;
    if (!source) record = this.#input.ready() ?? (yield this.#input.next());
    else {
      const name = toText(yield* this.value(source), this.#variables.format);
      record = yield this.#streams.read(kind === "file" ? "file" : "command", name, this.#variables.text("RS"));
      if (record === false) return -1;
    }
    if (typeof record !== "string") return 0;
    if (kind === "input") this.#input.count();
    if (target) this.#plain.store(yield* this.#settled(target, true), inputValue(record));
    else this.#variables.record.text = record;
    return 1;
  }
}
