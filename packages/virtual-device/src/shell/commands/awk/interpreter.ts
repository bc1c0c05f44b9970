import { FileError } from "../../../files/file-error.ts";
import type { Process } from "../../process.ts";
import { bounded, formatText, numberFormat, numberFunctions, substitute, substring } from "./functions.ts";
import { AwkRecord } from "./record.ts";
import { AwkStreams, RecordReader } from "./streams.ts";
import type { AwkProgram, Expression, Rule, Statement } from "./syntax-tree.ts";
import {
  AwkError,
  compareValues,
  expressionOf,
  inputValue,
  isTrue,
  splitFields,
  toNumber,
  toText,
  type AwkArray,
  type Value,
} from "./values.ts";

/** A variable. One that a function got as an argument and makes an array is its caller's array. */
interface Cell {
  value: Value;
  array?: AwkArray;
  origin?: Cell;
}

/** How a statement leaves what surrounds it. */
type Leaving = "break" | "continue" | "next" | "nextfile" | "exit" | "return" | undefined;

/** What the program waits for; the value comes back by the call. */
type Steps<Result> = Generator<Promise<unknown> | undefined, Result, unknown>;

const maxCallDepth = 1000;
const stepsBetweenPauses = 256;

/** Runs one awk program. Where it waits for nothing it runs as plain code; else it hands out what to wait for. */
export class AwkInterpreter {
  readonly #process: Process;
  readonly #program: AwkProgram;
  readonly #streams: AwkStreams;
  readonly #globals = new Map<string, Cell>();
  readonly #record: AwkRecord;
  readonly #inRange = new Set<Rule>();
  #locals: Map<string, Cell> | undefined;
  #depth = 0;
  #result: Value;
  #exitCode = 0;
  #steps = 0;
  #convert = numberFormat("%.6g");
  #convertSource = "%.6g";
  #input: RecordReader | undefined;
  #nextOperand = 1;
  #usedFile = false;
  #random = randomOf(1);
  #seed = 1;

  constructor(process: Process, program: AwkProgram, operands: readonly string[]) {
    this.#process = process;
    this.#program = program;
    this.#streams = new AwkStreams(process);
    this.#record = new AwkRecord(
      () => this.#text("FS"),
      () => this.#text("OFS"),
      (number) => this.#format(number),
    );
    const start = { FS: " ", OFS: " ", ORS: "\n", RS: "\n", SUBSEP: "\x1c", CONVFMT: "%.6g", OFMT: "%.6g" };
    for (const [name, value] of Object.entries({ ...start, NR: 0, FNR: 0, RSTART: 0, RLENGTH: -1, FILENAME: "" }))
      this.#cell(name).value = value;
    this.#cell("ARGC").value = operands.length + 1;
    this.#cell("ARGV").array = new Map(["awk", ...operands].map((text, i) => [String(i), inputValue(text)]));
    this.#cell("ENVIRON").array = new Map(Object.entries(process.env).map(([name, text]) => [name, inputValue(text)]));
  }

  /** `-v name=text` and operands of this kind. */
  assign(name: string, text: string): void {
    if (name === "NF") this.#record.count = toNumber(inputValue(text));
    else this.#cell(name).value = inputValue(text);
  }

  /** Runs the program over its input. Gives the exit code. Throws AwkError. */
  async run(): Promise<number> {
    const { rules } = this.#program;
    try {
      const left = await this.#drive(this.#runRules(rules.filter(({ kind }) => kind === "begin")));
      const each = rules.filter(({ kind }) => kind === "each" || kind === "range");
      const end = rules.filter(({ kind }) => kind === "end");
      if (left !== "exit" && each.length + end.length > 0) await this.#overInput(each);
      await this.#drive(this.#runRules(end));
    } finally {
      this.#input?.close();
      await this.#streams.closeAll();
    }
    return this.#exitCode;
  }

  async #overInput(rules: Rule[]): Promise<void> {
    for (;;) {
      const record = this.#input?.ready(this.#text("RS")) ?? (await this.#nextRecord());
      if (record === undefined) return;
      this.#take(record);
      const steps = this.#runRules(rules);
      const first = steps.next();
      const left = first.done === true ? first.value : await this.#drive(steps, first.value);
      if (left === "exit") return;
      if (left === "nextfile") this.#closeInput();
    }
  }

  #take(record: string): void {
    this.#record.text = record;
    this.#count();
  }

  #count(): void {
    for (const name of ["NR", "FNR"]) {
      const cell = this.#cell(name);
      cell.value = toNumber(cell.value) + 1;
    }
  }

  #closeInput(): void {
    this.#input?.close();
    this.#input = undefined;
  }

  /** The next record of the operands' files, or of the standard input if there are none. */
  async #nextRecord(): Promise<string | undefined> {
    for (;;) {
      await this.#streams.flush();
      const record = await this.#input?.next(this.#text("RS"));
      if (record !== undefined) return record;
      this.#closeInput();
      if (!(await this.#nextFile())) return undefined;
    }
  }

  async #nextFile(): Promise<boolean> {
    while (this.#nextOperand < toNumber(this.#cell("ARGC").value)) {
      const operand = toText(this.#array("ARGV").get(String(this.#nextOperand++)), this.#convert);
      const [, name, text = ""] = /^([A-Za-z_]\w*)=([^]*)$/.exec(operand) ?? [];
      if (name !== undefined) this.assign(name, text);
      else if (operand !== "") return this.#open(operand);
    }
    if (this.#usedFile) return false;
    return this.#open("-");
  }

  async #open(path: string): Promise<boolean> {
    const { stdin, files } = this.#process;
    this.#usedFile = true;
    try {
      this.#input = new RecordReader(path === "-" ? stdin : await files.open(path));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new AwkError(`can't open file ${path}`);
    }
    this.#cell("FILENAME").value = path === "-" ? "" : path;
    this.#cell("FNR").value = 0;
    return true;
  }

  /** Carries steps out, waiting where they ask for it. */
  async #drive<Result>(steps: Steps<Result>, first?: Promise<unknown>): Promise<Result> {
    let answer: unknown = await first;
    for (;;) {
      const { done, value } = steps.next(answer);
      if (done === true) return value;
      answer = await value;
    }
  }

  *#runRules(rules: readonly Rule[]): Steps<Leaving> {
    for (const rule of rules) {
      if (!(yield* this.#applies(rule))) continue;
      const left = rule.body
        ? yield* this.#run(rule.body)
        : yield* this.#write(`${this.#record.text}${this.#text("ORS")}`);
      if (left === "next") return undefined;
      if (left === "exit" || left === "nextfile") return left;
    }
    return undefined;
  }

  *#applies(rule: Rule): Steps<boolean> {
    const [first, last] = rule.patterns;
    if (!first) return true;
    if (!last) return isTrue(yield* this.#value(first));
    if (!this.#inRange.has(rule)) {
      if (!isTrue(yield* this.#value(first))) return false;
      this.#inRange.add(rule);
    }
    if (isTrue(yield* this.#value(last))) this.#inRange.delete(rule);
    return true;
  }

  *#write(text: string): Steps<undefined> {
    const full = this.#streams.print(text);
    if (full) yield full;
    return undefined;
  }

  *#run(statement: Statement): Steps<Leaving> {
    if (++this.#steps % stepsBetweenPauses === 0) yield this.#process.pause();
    switch (statement.kind) {
      case "block":
        for (const one of statement.body) {
          const left = yield* this.#run(one);
          if (left) return left;
        }
        return undefined;
      case "expression":
        yield* this.#value(statement.expression);
        return undefined;
      case "print":
      case "printf":
        return yield* this.#print(statement);
      case "if":
        if (isTrue(yield* this.#value(statement.condition))) return yield* this.#run(statement.yes);
        return statement.no ? yield* this.#run(statement.no) : undefined;
      case "while":
      case "do":
      case "for":
        return yield* this.#loop(statement);
      case "forIn":
        return yield* this.#forIn(statement);
      case "delete":
        if (!statement.subscripts) this.#array(statement.array).clear();
        else this.#array(statement.array).delete(yield* this.#key(statement.subscripts));
        return undefined;
      case "exit":
        if (statement.value) this.#exitCode = toNumber(yield* this.#value(statement.value)) & 0xff;
        return "exit";
      case "return":
        this.#result = statement.value ? yield* this.#value(statement.value) : undefined;
        return "return";
      default:
        return statement.kind;
    }
  }

  *#loop(loop: Extract<Statement, { kind: "while" | "do" | "for" }>): Steps<Leaving> {
    if (loop.kind === "for" && loop.init) yield* this.#run(loop.init);
    for (let isFirst = true; ; isFirst = false) {
      const { condition } = loop;
      if (condition && !(loop.kind === "do" && isFirst) && !isTrue(yield* this.#value(condition))) return undefined;
      const left = yield* this.#run(loop.body);
      if (left === "break") return undefined;
      if (left && left !== "continue") return left;
      if (loop.kind === "for" && loop.update) yield* this.#run(loop.update);
      if (++this.#steps % stepsBetweenPauses === 0) yield this.#process.pause();
    }
  }

  *#forIn({ variable, array, body }: Extract<Statement, { kind: "forIn" }>): Steps<Leaving> {
    // The body may change the array.
    for (const key of Array.from(this.#array(array).keys())) {
      if (!this.#array(array).has(key)) continue;
      this.#store(variable, inputValue(key));
      const left = yield* this.#run(body);
      if (left === "break") return undefined;
      if (left && left !== "continue") return left;
    }
    return undefined;
  }

  *#print({ kind, parts, to }: Extract<Statement, { kind: "print" | "printf" }>): Steps<Leaving> {
    const values: Value[] = [];
    for (const part of parts) values.push(yield* this.#value(part));
    const text = kind === "printf" ? this.#formatted(values) : this.#line(values);
    if (!to) return yield* this.#write(text);
    const name = toText(yield* this.#value(to.target), this.#convert);
    yield this.#streams.printTo(to.operator, name, text);
    return undefined;
  }

  #line(values: Value[]): string {
    if (values.length === 0) return this.#record.text + this.#text("ORS");
    const format = numberFormat(this.#text("OFMT"));
    return values.map((value) => toText(value, format)).join(this.#text("OFS")) + this.#text("ORS");
  }

  #formatted([format, ...values]: Value[]): string {
    return formatText(toText(format, this.#convert), values, (number) => this.#format(number));
  }

  /** The value of an expression, which may have to be waited for. */
  *#value(expression: Expression): Steps<Value> {
    if (expression.isPlain) return this.#plain(expression);
    const { kind, text, parts } = expression;
    const [first, second, third] = parts;
    if (kind === "and" || kind === "or") {
      const left = isTrue(first && (yield* this.#value(first)));
      if (left === (kind === "or")) return Number(left);
      return Number(isTrue(second && (yield* this.#value(second))));
    }
    if (kind === "condition") {
      const chosen = isTrue(first && (yield* this.#value(first))) ? second : third;
      return chosen && (yield* this.#value(chosen));
    }
    if (kind === "call") return yield* this.#call(text, parts);
    if (kind === "getline") return yield* this.#getline(text, parts);
    // What must be waited for becomes a constant, in order; the rest is plain.
    const settled: Expression[] = [];
    for (const [index, part] of parts.entries())
      settled.push(yield* this.#settled(part, index === 0 && kind === "assign"));
    const now: Expression = { ...expression, parts: settled, isPlain: true };
    if (kind === "builtin" && /^(system|close|fflush)$/.test(text)) return yield* this.#outside(text, settled[0]);
    return this.#plain(now);
  }

  *#settled(part: Expression, isTarget: boolean): Steps<Expression> {
    if (part.isPlain) return part;
    if (isTarget || part.kind === "field" || part.kind === "element") {
      const parts: Expression[] = [];
      for (const inner of part.parts) parts.push(yield* this.#settled(inner, false));
      return { ...part, parts, isPlain: true };
    }
    return { kind: "constant", text: "", parts: [], isPlain: true, value: yield* this.#value(part) };
  }

  *#outside(name: string, argument: Expression | undefined): Steps<Value> {
    const text = argument ? toText(this.#plain(argument), this.#convert) : "";
    if (name === "system") return (yield this.#streams.run(text)) as number; // what `run` resolves with
    if (name === "close") return (yield this.#streams.close(text)) as number; // as above
    yield this.#streams.flush();
    return 0;
  }

  *#getline(kind: string, parts: Expression[]): Steps<Value> {
    const [source, target] = kind === "input" ? [undefined, parts[0]] : parts;
    const separator = this.#text("RS");
    let record: unknown;
    if (!source) record = this.#input?.ready(separator) ?? (yield this.#nextRecord());
    else {
      const name = toText(yield* this.#value(source), this.#convert);
      record = yield this.#streams.read(kind === "file" ? "file" : "command", name, separator);
      if (record === false) return -1;
    }
    if (typeof record !== "string") return 0;
    if (kind === "input") this.#count();
    else if (kind === "command") this.#cell("NR").value = toNumber(this.#cell("NR").value) + 1;
    if (target) this.#store(yield* this.#settled(target, true), inputValue(record));
    else this.#record.text = record;
    return 1;
  }

  *#call(name: string, parts: Expression[]): Steps<Value> {
    const definition = this.#program.functions.get(name);
    if (!definition) throw new AwkError(`calling undefined function ${name}`);
    if (parts.length > definition.parameters.length)
      throw new AwkError(
        `function ${name} called with ${parts.length} args, accepts only ${definition.parameters.length}`,
      );
    if (this.#depth >= maxCallDepth) throw new AwkError(`function ${name} nested too deeply`);
    const locals = new Map<string, Cell>();
    for (const [index, parameter] of definition.parameters.entries()) {
      const part = parts[index];
      locals.set(parameter, part ? yield* this.#argument(part) : { value: undefined });
    }
    const outer = this.#locals;
    this.#locals = locals;
    this.#depth += 1;
    this.#result = undefined;
    const left = yield* this.#run(definition.body);
    this.#depth -= 1;
    this.#locals = outer;
    if (left === "exit" || left === "next" || left === "nextfile") throw new AwkError(`${left} used in a function`);
    const result = this.#result;
    this.#result = undefined;
    return result;
  }

  *#argument(part: Expression): Steps<Cell> {
    if (part.kind !== "variable" || part.text === "NF") return { value: yield* this.#value(part) };
    const cell = this.#cell(part.text);
    if (cell.array) return { value: undefined, array: cell.array };
    return { value: cell.value, ...(cell.value === undefined && { origin: cell }) };
  }

  *#key(parts: Expression[]): Steps<string> {
    const texts: string[] = [];
    for (const part of parts) texts.push(toText(yield* this.#value(part), this.#convert));
    return texts.join(this.#text("SUBSEP"));
  }

  // What follows waits for nothing.

  #cell(name: string): Cell {
    const local = this.#locals?.get(name);
    if (local) return local;
    let cell = this.#globals.get(name);
    if (!cell) {
      cell = { value: undefined };
      this.#globals.set(name, cell);
    }
    return cell;
  }

  #array(name: string): AwkArray {
    const cell = this.#cell(name);
    if (cell.array) return cell.array;
    if (cell.value !== undefined) throw new AwkError(`can't use ${name}; it's a scalar`);
    const array: AwkArray = cell.origin?.array ?? new Map<string, Value>();
    for (let one: Cell | undefined = cell; one; one = one.origin) one.array = array;
    return array;
  }

  #text(name: string): string {
    return toText(this.#globals.get(name)?.value, this.#convert);
  }

  #format(number: number): string {
    const source = this.#globals.get("CONVFMT")?.value;
    if (source !== this.#convertSource) {
      this.#convertSource = toText(source, String);
      this.#convert = numberFormat(this.#convertSource);
    }
    return this.#convert(number);
  }

  #string(expression: Expression | undefined): string {
    return expression ? toText(this.#plain(expression), (number) => this.#format(number)) : "";
  }

  #number(expression: Expression | undefined): number {
    return expression ? toNumber(this.#plain(expression)) : 0;
  }

  #plain(expression: Expression): Value {
    const { kind, text, parts } = expression;
    const [first, second, third] = parts;
    switch (kind) {
      case "constant":
        return expression.value;
      case "regex":
        return Number(expressionOf(text).test(this.#record.text));
      case "variable":
        return this.#variable(text);
      case "field":
        return this.#record.get(Math.trunc(this.#number(first)));
      case "element":
        return this.#element(text, this.#plainKey(parts));
      case "in":
        return Number(this.#array(text).has(this.#plainKey(parts)));
      case "assign":
        return this.#assign(expression);
      case "before":
      case "after":
        return this.#step(expression);
      case "condition":
        return isTrue(first && this.#plain(first)) ? second && this.#plain(second) : third && this.#plain(third);
      case "and":
        return Number(isTrue(first && this.#plain(first)) && isTrue(second && this.#plain(second)));
      case "or":
        return Number(isTrue(first && this.#plain(first)) || isTrue(second && this.#plain(second)));
      case "not":
        return Number(!isTrue(first && this.#plain(first)));
      case "negative":
        return -this.#number(first);
      case "positive":
        return this.#number(first);
      case "arithmetic":
        return arithmetic(text, this.#number(first), this.#number(second));
      case "concatenation":
        return bounded(this.#string(first) + this.#string(second));
      case "comparison":
        return this.#compare(text, first, second);
      case "match":
        return Number(expressionOf(this.#pattern(second)).test(this.#string(first)) === (text === "~"));
      case "builtin":
        return this.#builtin(text, parts);
      default:
        throw new AwkError("syntax error");
    }
  }

  #variable(name: string): Value {
    if (name === "NF" && !this.#locals?.has(name)) return this.#record.count;
    const cell = this.#cell(name);
    if (cell.array) throw new AwkError(`can't read value of ${name}; it's an array name.`);
    return cell.value;
  }

  #element(name: string, key: string): Value {
    const array = this.#array(name);
    if (!array.has(key)) array.set(key, undefined);
    return array.get(key);
  }

  #plainKey(parts: Expression[]): string {
    return parts.length === 1
      ? this.#string(parts[0])
      : parts.map((part) => this.#string(part)).join(this.#text("SUBSEP"));
  }

  /** A regular expression's source: as it is written, or what an expression gives. */
  #pattern(expression: Expression | undefined): string {
    return expression?.kind === "regex" ? expression.text : this.#string(expression);
  }

  #assign({ text, parts: [target, value] }: Expression): Value {
    if (!target || !value) return undefined;
    const given = this.#plain(value);
    const result = text === "=" ? given : arithmetic(text.slice(0, -1), this.#number(target), toNumber(given));
    return this.#store(target, result);
  }

  #store(target: Expression, value: Value): Value {
    if (target.kind === "field") this.#record.set(Math.trunc(this.#number(target.parts[0])), value);
    else if (target.kind === "element") this.#array(target.text).set(this.#plainKey(target.parts), value);
    else if (target.text === "NF" && !this.#locals?.has("NF")) this.#record.count = toNumber(value);
    else {
      const cell = this.#cell(target.text);
      if (cell.array) throw new AwkError(`can't assign to ${target.text}; it's an array name.`);
      cell.value = value;
    }
    return value;
  }

  #step({ kind, text, parts: [target] }: Expression): Value {
    if (!target) return undefined;
    const before = this.#number(target);
    const after = before + (text === "++" ? 1 : -1);
    this.#store(target, after);
    return kind === "before" ? after : before;
  }

  #compare(operator: string, left: Expression | undefined, right: Expression | undefined): number {
    const order = compareValues(left && this.#plain(left), right && this.#plain(right), (number) =>
      this.#format(number),
    );
    const results = {
      "<": order < 0,
      "<=": order <= 0,
      "==": order === 0,
      "!=": order !== 0,
      ">": order > 0,
      ">=": order >= 0,
    };
    return Number(results[operator as keyof typeof results]); // the parser knows no others
  }

  #builtin(name: string, parts: Expression[]): Value {
    const [first, second, third] = parts;
    switch (name) {
      case "length":
        if (!first) return lengthOf(this.#record.text);
        if (first.kind === "variable" && this.#cell(first.text).array) return this.#array(first.text).size;
        return lengthOf(this.#string(first));
      case "substr":
        return substring(this.#string(first), this.#number(second), third && this.#number(third));
      case "index":
        return this.#string(first).indexOf(this.#string(second)) + 1;
      case "split":
        return this.#split(this.#string(first), second?.text ?? "", third);
      case "sub":
      case "gsub":
        return this.#substitute(name === "gsub", parts);
      case "match":
        return this.#match(this.#string(first), this.#pattern(second));
      case "sprintf":
        return bounded(this.#formatted(parts.map((part) => this.#plain(part))));
      case "tolower":
        return this.#string(first).toLowerCase();
      case "toupper":
        return this.#string(first).toUpperCase();
      case "rand":
        return this.#random();
      case "srand": {
        const before = this.#seed;
        this.#seed = first ? this.#number(first) : Math.floor(Date.now() / 1000);
        this.#random = randomOf(this.#seed);
        return before;
      }
      default:
        return numberFunctions[name]?.(this.#number(first), this.#number(second));
    }
  }

  #split(text: string, name: string, separator: Expression | undefined): number {
    const array = this.#array(name);
    array.clear();
    // A regular expression of one character is one all the same.
    const by = separator
      ? separator.kind === "regex"
        ? `(?:${separator.text})`
        : this.#string(separator)
      : this.#text("FS");
    const pieces =
      separator?.kind === "regex" && text !== "" ? text.split(expressionOf(separator.text)) : splitFields(text, by);
    for (const [i, piece] of pieces.entries()) array.set(String(i + 1), inputValue(piece));
    return pieces.length;
  }

  #substitute(all: boolean, [pattern, replacement, target]: Expression[]): number {
    const place: Expression = target ?? { kind: "field", text: "$", parts: [zero], isPlain: true };
    const { text, count } = substitute(this.#string(place), this.#pattern(pattern), this.#string(replacement), all);
    if (count > 0) this.#store(place, text);
    return count;
  }

  #match(text: string, source: string): number {
    const found = expressionOf(source).exec(text);
    const start = found ? lengthOf(text.slice(0, found.index)) + 1 : 0;
    this.#cell("RSTART").value = start;
    this.#cell("RLENGTH").value = found ? lengthOf(found[0]) : -1;
    return start;
  }
}

const zero: Expression = { kind: "constant", text: "0", parts: [], isPlain: true, value: 0 };

function lengthOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);
}

function arithmetic(operator: string, a: number, b: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      if (b === 0) throw new AwkError("division by zero");
      return a / b;
    case "%":
      if (b === 0) throw new AwkError("division by zero in %");
      return a % b;
    default:
      return a ** b;
  }
}

/** Numbers from 0 to 1 that are the same after the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
