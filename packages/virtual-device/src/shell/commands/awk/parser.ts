import { AwkSyntaxError, tokenize, type Token } from "./tokens.ts";
import type { Value } from "./values.ts";

export interface Expression {
  kind:
    | "constant"
    | "regex"
    | "variable"
    | "field"
    | "element"
    | "assign"
    | "condition"
    | "and"
    | "or"
    | "not"
    | "negative"
    | "positive"
    | "arithmetic"
    | "concatenation"
    | "comparison"
    | "match"
    | "in"
    | "before"
    | "after"
    | "call"
    | "builtin"
    | "getline"
    | "list";
  /** The operator or name. */
  text: string;
  parts: Expression[];
  /** Can be worked out without waiting for anything: no getline, no command, no function of the program's. */
  isPlain: boolean;
  value?: Value;
}

export type Statement =
  | { kind: "expression"; expression: Expression }
  | { kind: "print" | "printf"; parts: Expression[]; to?: { operator: string; target: Expression } }
  | { kind: "block"; body: Statement[] }
  | { kind: "if"; condition: Expression; yes: Statement; no?: Statement }
  | { kind: "while" | "do"; condition: Expression; body: Statement }
  | { kind: "for"; init?: Statement; condition?: Expression; update?: Statement; body: Statement }
  | { kind: "forIn"; variable: Expression; array: string; body: Statement }
  | { kind: "break" | "continue" | "next" | "nextfile" }
  | { kind: "exit" | "return"; value?: Expression }
  | { kind: "delete"; array: string; subscripts?: Expression[] };

export interface Rule {
  kind: "begin" | "end" | "each" | "range";
  /** One pattern, or the two of a range; none for every record. */
  patterns: Expression[];
  /** Without one the record is printed. */
  body?: Statement;
}

export interface AwkProgram {
  rules: Rule[];
  functions: Map<string, { parameters: string[]; body: Statement }>;
}

const assignments = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^="]);
const comparisons = new Set(["<", "<=", "==", "!=", ">", ">="]);

/** Parses a program. Throws AwkSyntaxError. */
export function parseAwk(source: string): AwkProgram {
  return new Parser(tokenize(source)).program();
}

class Parser {
  readonly #tokens: Token[];
  #at = 0;
  /** Within the arguments of print `>` is no comparison. */
  #noGreater = false;
  #noIn = false;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", text: "", line: 0 };
  }

  #fail(): never {
    throw new AwkSyntaxError(this.#token.line);
  }

  #is(...texts: string[]): boolean {
    const { kind, text } = this.#token;
    return (kind === "operator" || kind === "keyword") && texts.includes(text);
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  #name(kind: Token["kind"] = "name"): string {
    if (this.#token.kind !== kind) this.#fail();
    const { text } = this.#token;
    this.#at += 1;
    return text;
  }

  #skipNewlines(): void {
    while (this.#token.kind === "newline") this.#at += 1;
  }

  #skipEnds(): void {
    while (this.#token.kind === "newline" || this.#is(";")) this.#at += 1;
  }

  program(): AwkProgram {
    const program: AwkProgram = { rules: [], functions: new Map() };
    for (this.#skipEnds(); this.#token.kind !== "end"; this.#skipEnds()) {
      if (this.#take("function") || this.#take("func")) this.#function(program);
      else program.rules.push(this.#rule());
    }
    return program;
  }

  #function({ functions }: AwkProgram): void {
    const name = this.#name(this.#token.kind === "name" ? "name" : "function");
    this.#expect("(");
    const parameters: string[] = [];
    while (!this.#take(")")) {
      parameters.push(this.#name());
      if (!this.#is(")")) this.#expect(",");
      this.#skipNewlines();
    }
    this.#skipNewlines();
    functions.set(name, { parameters, body: this.#block() });
  }

  #rule(): Rule {
    if (this.#take("BEGIN")) return { kind: "begin", patterns: [], body: this.#block() };
    if (this.#take("END")) return { kind: "end", patterns: [], body: this.#block() };
    const patterns: Expression[] = [];
    if (!this.#is("{")) {
      patterns.push(this.#expression());
      if (this.#take(",")) {
        this.#skipNewlines();
        patterns.push(this.#expression());
      }
    }
    const kind = patterns.length === 2 ? "range" : "each";
    return this.#is("{") ? { kind, patterns, body: this.#block() } : { kind, patterns };
  }

  #block(): Statement {
    this.#expect("{");
    const body: Statement[] = [];
    for (this.#skipEnds(); !this.#take("}"); this.#skipEnds()) {
      if (this.#token.kind === "end") this.#fail();
      body.push(this.#statement());
    }
    return { kind: "block", body };
  }

  /** A statement that a condition or loop has, maybe on a line of its own. */
  #body(): Statement {
    if (this.#take(";")) return { kind: "block", body: [] };
    this.#skipNewlines();
    return this.#statement();
  }

  #statement(): Statement {
    if (this.#is("{")) return this.#block();
    if (this.#take("if")) return this.#if();
    if (this.#take("while")) return { kind: "while", condition: this.#parenthesized(), body: this.#body() };
    if (this.#take("do")) {
      const body = this.#body();
      this.#skipEnds();
      this.#expect("while");
      return this.#ended({ kind: "do", condition: this.#parenthesized(), body });
    }
    if (this.#take("for")) return this.#for();
    return this.#ended(this.#simple());
  }

  #ended(statement: Statement): Statement {
    if (!this.#is("}") && this.#token.kind !== "end" && this.#token.kind !== "newline") this.#expect(";");
    return statement;
  }

  #if(): Statement {
    const condition = this.#parenthesized();
    const yes = this.#body();
    const before = this.#at;
    this.#skipEnds();
    if (this.#take("else")) return { kind: "if", condition, yes, no: this.#body() };
    this.#at = before;
    return { kind: "if", condition, yes };
  }

  #parenthesized(): Expression {
    this.#expect("(");
    const expression = this.#expression();
    this.#expect(")");
    return expression;
  }

  #for(): Statement {
    this.#expect("(");
    const [name, word, array, close] = this.#tokens.slice(this.#at, this.#at + 4);
    if (name?.kind === "name" && word?.text === "in" && array?.kind === "name" && close?.text === ")") {
      this.#at += 4;
      const variable = this.#make("variable", name.text, []);
      return { kind: "forIn", variable, array: array.text, body: this.#body() };
    }
    const init = this.#is(";") ? undefined : this.#simple();
    this.#expect(";");
    this.#skipNewlines();
    const condition = this.#is(";") ? undefined : this.#expression();
    this.#expect(";");
    this.#skipNewlines();
    const update = this.#is(")") ? undefined : this.#simple();
    this.#expect(")");
    return {
      kind: "for",
      ...(init && { init }),
      ...(condition && { condition }),
      ...(update && { update }),
      body: this.#body(),
    };
  }

  #atEnd(): boolean {
    return this.#is(";", "}") || this.#token.kind === "newline" || this.#token.kind === "end";
  }

  #simple(): Statement {
    for (const kind of ["break", "continue", "next", "nextfile"] as const) if (this.#take(kind)) return { kind };
    for (const kind of ["exit", "return"] as const)
      if (this.#take(kind)) return this.#atEnd() ? { kind } : { kind, value: this.#expression() };
    for (const kind of ["print", "printf"] as const) if (this.#take(kind)) return this.#print(kind);
    if (this.#take("delete")) {
      const array = this.#name();
      return this.#is("[") ? { kind: "delete", array, subscripts: this.#subscripts() } : { kind: "delete", array };
    }
    return { kind: "expression", expression: this.#expression() };
  }

  #print(kind: "print" | "printf"): Statement {
    const outer = this.#noGreater;
    this.#noGreater = true;
    let parts: Expression[] = [];
    if (!this.#atEnd() && !this.#is(">", ">>", "|")) parts = this.#list();
    // `print (a, b)`
    if (parts.length === 1 && parts[0]?.kind === "list") ({ parts } = parts[0]);
    const statement: Statement = { kind, parts };
    if (this.#is(">", ">>", "|")) {
      const operator = this.#token.text;
      this.#at += 1;
      statement.to = { operator, target: this.#concatenation() };
    }
    this.#noGreater = outer;
    return statement;
  }

  #list(): Expression[] {
    const list = [this.#expression()];
    while (this.#take(",")) {
      this.#skipNewlines();
      list.push(this.#expression());
    }
    return list;
  }

  #subscripts(): Expression[] {
    this.#expect("[");
    const list = this.#within(() => this.#list());
    this.#expect("]");
    return list;
  }

  /** Within parentheses and brackets everything is allowed again. */
  #within<Result>(parse: () => Result): Result {
    const [greater, inside] = [this.#noGreater, this.#noIn];
    this.#noGreater = false;
    this.#noIn = false;
    const result = parse();
    this.#noGreater = greater;
    this.#noIn = inside;
    return result;
  }

  #make(kind: Expression["kind"], text: string, parts: Expression[]): Expression {
    const waits = kind === "getline" || kind === "call" || (kind === "builtin" && /^(system|close|fflush)$/.test(text));
    return { kind, text, parts, isPlain: !waits && parts.every((part) => part.isPlain) };
  }

  #expression(): Expression {
    const left = this.#ternary();
    const { text } = this.#token;
    if (this.#token.kind !== "operator" || !assignments.has(text)) return left;
    if (!["variable", "field", "element"].includes(left.kind)) this.#fail();
    this.#at += 1;
    this.#skipNewlines();
    return this.#make("assign", text, [left, this.#expression()]);
  }

  #ternary(): Expression {
    const condition = this.#or();
    if (!this.#take("?")) return condition;
    this.#skipNewlines();
    const yes = this.#expression();
    this.#skipNewlines();
    this.#expect(":");
    this.#skipNewlines();
    return this.#make("condition", "?", [condition, yes, this.#expression()]);
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#take("||")) {
      this.#skipNewlines();
      left = this.#make("or", "||", [left, this.#and()]);
    }
    return left;
  }

  #and(): Expression {
    let left = this.#in();
    while (this.#take("&&")) {
      this.#skipNewlines();
      left = this.#make("and", "&&", [left, this.#in()]);
    }
    return left;
  }

  #in(): Expression {
    let left = this.#match();
    while (!this.#noIn && this.#take("in"))
      left = this.#make("in", this.#name(), left.kind === "list" ? left.parts : [left]);
    if (left.kind === "list" && !this.#is(">", ">>", "|") && !this.#atEnd()) this.#fail();
    return left;
  }

  #match(): Expression {
    let left = this.#comparison();
    while (this.#is("~", "!~")) {
      const operator = this.#token.text;
      this.#at += 1;
      left = this.#make("match", operator, [left, this.#comparison()]);
    }
    return left;
  }

  #comparison(): Expression {
    let left = this.#concatenation();
    for (;;) {
      const { kind, text } = this.#token;
      if (kind !== "operator") return left;
      if (text === "|" && this.#tokens[this.#at + 1]?.text === "getline") {
        this.#at += 2;
        left = this.#make("getline", "command", [left, ...this.#target()]);
      } else if (comparisons.has(text) && !(text === ">" && this.#noGreater)) {
        this.#at += 1;
        left = this.#make("comparison", text, [left, this.#concatenation()]);
      } else return left;
    }
  }

  #concatenation(): Expression {
    let left = this.#additive();
    while (this.#startsOperand()) left = this.#make("concatenation", "", [left, this.#additive()]);
    return left;
  }

  #startsOperand(): boolean {
    const { kind, text } = this.#token;
    if (["number", "string", "name", "function", "builtin", "regex"].includes(kind)) return true;
    return kind === "operator" && ["$", "!", "(", "-", "+", "++", "--"].includes(text);
  }

  #additive(): Expression {
    let left = this.#multiplicative();
    while (this.#is("+", "-")) {
      const operator = this.#token.text;
      this.#at += 1;
      left = this.#make("arithmetic", operator, [left, this.#multiplicative()]);
    }
    return left;
  }

  #multiplicative(): Expression {
    let left = this.#unary();
    while (this.#is("*", "/", "%")) {
      const operator = this.#token.text;
      this.#at += 1;
      left = this.#make("arithmetic", operator, [left, this.#unary()]);
    }
    return left;
  }

  #unary(): Expression {
    if (this.#take("!")) return this.#make("not", "!", [this.#unary()]);
    if (this.#take("-")) return this.#make("negative", "-", [this.#unary()]);
    if (this.#take("+")) return this.#make("positive", "+", [this.#unary()]);
    return this.#power();
  }

  #power(): Expression {
    const base = this.#postfix();
    if (!this.#take("^")) return base;
    // Binds to the right, and tighter than a sign before it but not than one behind.
    const exponent = this.#is("-", "+", "!") ? this.#unary() : this.#power();
    return this.#make("arithmetic", "^", [base, exponent]);
  }

  #postfix(): Expression {
    const target = this.#primary();
    if (!["variable", "field", "element"].includes(target.kind)) return target;
    for (const operator of ["++", "--"]) if (this.#take(operator)) return this.#make("after", operator, [target]);
    return target;
  }

  #primary(): Expression {
    const { kind, text } = this.#token;
    if (kind === "operator") return this.#operand(text);
    this.#at += 1;
    switch (kind) {
      case "number":
        return { ...this.#make("constant", text, []), value: Number(text) };
      case "string":
        return { ...this.#make("constant", text, []), value: text };
      case "regex":
        return this.#make("regex", text, []);
      case "function":
        return this.#make("call", text, this.#arguments());
      case "builtin":
        return this.#make("builtin", text, this.#is("(") ? this.#arguments() : []);
      case "name":
        return this.#is("[") ? this.#make("element", text, this.#subscripts()) : this.#make("variable", text, []);
      default:
        if (kind === "keyword" && text === "getline") return this.#getline();
        this.#at -= 1;
        return this.#fail();
    }
  }

  #operand(text: string): Expression {
    this.#at += 1;
    if (text === "(") {
      const list = this.#within(() => this.#list());
      this.#expect(")");
      const [only] = list;
      return list.length === 1 && only ? only : this.#make("list", "", list);
    }
    if (text === "$") {
      for (const operator of ["++", "--"])
        if (this.#take(operator)) return this.#make("field", "$", [this.#make("before", operator, [this.#primary()])]);
      return this.#make("field", "$", [this.#is("-", "+") ? this.#unary() : this.#primary()]);
    }
    if (text === "++" || text === "--") return this.#make("before", text, [this.#primary()]);
    if (text === "-" || text === "+" || text === "!") {
      this.#at -= 1;
      return this.#unary();
    }
    this.#at -= 1;
    return this.#fail();
  }

  #arguments(): Expression[] {
    this.#expect("(");
    this.#skipNewlines();
    if (this.#take(")")) return [];
    const list = this.#within(() => this.#list());
    this.#skipNewlines();
    this.#expect(")");
    return list;
  }

  /** `getline`, `getline x`, `getline < file`, `getline x < file`. */
  #getline(): Expression {
    const target = this.#target();
    if (!this.#take("<")) return this.#make("getline", "input", target);
    return this.#make("getline", "file", [this.#postfix(), ...target]);
  }

  #target(): Expression[] {
    return this.#token.kind === "name" || this.#is("$") ? [this.#primary()] : [];
  }
}
