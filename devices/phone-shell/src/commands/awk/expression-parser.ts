import { makeExpression, type Expression } from "./syntax-tree.ts";
import type { TokenReader } from "./token-reader.ts";

const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "^="]);
const COMPARISONS = new Set(["<", "<=", "==", "!=", ">", ">="]);
const TARGETS: ReadonlySet<string> = new Set<Expression["kind"]>(["variable", "field", "element"]);

/**
 * Parses expressions. Each precedence level calls the parser of the next higher level. All methods throw
 * AwkSyntaxError.
 */
export class ExpressionParser {
  readonly #tokens: TokenReader;
  /** Whether `>` is a redirection: true in the arguments of print. */
  #noGreater = false;

  constructor(tokens: TokenReader) {
    this.#tokens = tokens;
  }

  /** Parses expressions separated by commas. */
  list(): Expression[] {
    const list = [this.expression()];
    while (this.#tokens.take(",")) {
      this.#tokens.skipNewlines();
      list.push(this.expression());
    }
    return list;
  }

  /** Parses an element's subscripts with their brackets. */
  subscripts(): Expression[] {
    this.#tokens.expect("[");
    const list = this.#within(() => this.list());
    this.#tokens.expect("]");
    return list;
  }

  /** Runs a parser where `>` redirects to a file. */
  beforeRedirection<Result>(parse: () => Result): Result {
    return this.#with(true, parse);
  }

  /** Runs a parser in parentheses or brackets, where `>` compares. */
  #within<Result>(parse: () => Result): Result {
    return this.#with(false, parse);
  }

  #with<Result>(noGreater: boolean, parse: () => Result): Result {
    const outer = this.#noGreater;
    this.#noGreater = noGreater;
    const result = parse();
    this.#noGreater = outer;
    return result;
  }

  /** Parses a whole expression. */
  expression(): Expression {
    const left = this.#ternary();
    const { text } = this.#tokens.current;
    if (this.#tokens.current.kind !== "operator" || !ASSIGNMENTS.has(text)) return left;
    if (!TARGETS.has(left.kind)) this.#tokens.fail();
    this.#tokens.skip();
    this.#tokens.skipNewlines();
    return makeExpression("assign", text, [left, this.expression()]);
  }

  #ternary(): Expression {
    const condition = this.#or();
    if (!this.#tokens.take("?")) return condition;
    this.#tokens.skipNewlines();
    const yes = this.expression();
    this.#tokens.skipNewlines();
    this.#tokens.expect(":");
    this.#tokens.skipNewlines();
    return makeExpression("condition", "?", [condition, yes, this.expression()]);
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#tokens.take("||")) {
      this.#tokens.skipNewlines();
      left = makeExpression("or", "||", [left, this.#and()]);
    }
    return left;
  }

  #and(): Expression {
    let left = this.#in();
    while (this.#tokens.take("&&")) {
      this.#tokens.skipNewlines();
      left = makeExpression("and", "&&", [left, this.#in()]);
    }
    return left;
  }

  #in(): Expression {
    let left = this.#match();
    while (this.#tokens.take("in"))
      left = makeExpression("in", this.#tokens.word(), left.kind === "list" ? left.parts : [left]);
    if (left.kind === "list" && !this.#tokens.is(">", ">>", "|") && !this.#tokens.atEnd()) this.#tokens.fail();
    return left;
  }

  #match(): Expression {
    let left = this.#comparison();
    while (this.#tokens.is("~", "!~")) {
      const operator = this.#tokens.current.text;
      this.#tokens.skip();
      left = makeExpression("match", operator, [left, this.#comparison()]);
    }
    return left;
  }

  #comparison(): Expression {
    let left = this.concatenation();
    for (;;) {
      const { kind, text } = this.#tokens.current;
      if (kind !== "operator") return left;
      if (text === "|" && this.#tokens.ahead(2)[1]?.text === "getline") {
        this.#tokens.skip(2);
        left = makeExpression("getline", "command", [left, ...this.#target()]);
      } else if (COMPARISONS.has(text) && !(text === ">" && this.#noGreater)) {
        this.#tokens.skip();
        left = makeExpression("comparison", text, [left, this.concatenation()]);
      } else return left;
    }
  }

  /** Parses an expression that binds tighter than comparisons, such as print's target. */
  concatenation(): Expression {
    let left = this.#additive();
    while (this.#startsOperand()) left = makeExpression("concatenation", "", [left, this.#additive()]);
    return left;
  }

  #startsOperand(): boolean {
    const { kind, text } = this.#tokens.current;
    if (["number", "string", "name", "function", "builtin", "regex"].includes(kind)) return true;
    return kind === "operator" && ["$", "!", "(", "-", "+", "++", "--"].includes(text);
  }

  #additive(): Expression {
    let left = this.#multiplicative();
    while (this.#tokens.is("+", "-")) {
      const operator = this.#tokens.current.text;
      this.#tokens.skip();
      left = makeExpression("arithmetic", operator, [left, this.#multiplicative()]);
    }
    return left;
  }

  #multiplicative(): Expression {
    let left = this.#unary();
    while (this.#tokens.is("*", "/", "%")) {
      const operator = this.#tokens.current.text;
      this.#tokens.skip();
      left = makeExpression("arithmetic", operator, [left, this.#unary()]);
    }
    return left;
  }

  #unary(): Expression {
    if (this.#tokens.take("!")) return makeExpression("not", "!", [this.#unary()]);
    if (this.#tokens.take("-")) return makeExpression("negative", "-", [this.#unary()]);
    if (this.#tokens.take("+")) return makeExpression("positive", "+", [this.#unary()]);
    return this.#power();
  }

  #power(): Expression {
    const base = this.#postfix();
    if (!this.#tokens.take("^")) return base;
    // Right-associative. Binds tighter than a sign before it, but looser than a sign after it.
    const exponent = this.#tokens.is("-", "+", "!") ? this.#unary() : this.#power();
    return makeExpression("arithmetic", "^", [base, exponent]);
  }

  #postfix(): Expression {
    const target = this.#primary();
    if (!TARGETS.has(target.kind)) return target;
    for (const operator of ["++", "--"])
      if (this.#tokens.take(operator)) return makeExpression("after", operator, [target]);
    return target;
  }

  #primary(): Expression {
    const { kind, text } = this.#tokens.current;
    if (kind === "operator") return this.#operand();
    if (kind === "end" || kind === "newline" || (kind === "keyword" && text !== "getline")) return this.#tokens.fail();
    this.#tokens.skip();
    switch (kind) {
      case "number":
        return { ...makeExpression("constant", text, []), value: Number(text) };
      case "string":
        return { ...makeExpression("constant", text, []), value: text };
      case "regex":
        return makeExpression("regex", text, []);
      case "function":
        return makeExpression("call", text, this.#arguments());
      case "builtin":
        return makeExpression("builtin", text, this.#tokens.is("(") ? this.#arguments() : []);
      case "name":
        return this.#tokens.is("[")
          ? makeExpression("element", text, this.subscripts())
          : makeExpression("variable", text, []);
      case "keyword":
        return this.#getline();
    }
  }

  /** Parses an operand that begins with an operator. */
  #operand(): Expression {
    if (this.#tokens.is("-", "+", "!")) return this.#unary();
    if (this.#tokens.take("(")) return this.#parenthesized();
    if (this.#tokens.take("$")) return makeExpression("field", "$", [this.#fieldNumber()]);
    return this.#steppedBefore() ?? this.#tokens.fail();
  }

  /** Parses a parenthesized list. Several expressions are the keys of `in` or the arguments of print. */
  #parenthesized(): Expression {
    const list = this.#within(() => this.list());
    this.#tokens.expect(")");
    const [only] = list;
    return list.length === 1 && only ? only : makeExpression("list", "", list);
  }

  #fieldNumber(): Expression {
    return this.#steppedBefore() ?? (this.#tokens.is("-", "+") ? this.#unary() : this.#primary());
  }

  /** Parses `++x` and `--x`. Returns undefined for anything else. */
  #steppedBefore(): Expression | undefined {
    for (const operator of ["++", "--"])
      if (this.#tokens.take(operator)) return makeExpression("before", operator, [this.#primary()]);
    return undefined;
  }

  #arguments(): Expression[] {
    this.#tokens.expect("(");
    this.#tokens.skipNewlines();
    if (this.#tokens.take(")")) return [];
    const list = this.#within(() => this.list());
    this.#tokens.skipNewlines();
    this.#tokens.expect(")");
    return list;
  }

  /** Parses `getline`, `getline x`, `getline < file` or `getline x < file`. */
  #getline(): Expression {
    const target = this.#target();
    if (!this.#tokens.take("<")) return makeExpression("getline", "input", target);
    return makeExpression("getline", "file", [this.#postfix(), ...target]);
  }

  #target(): Expression[] {
    return this.#tokens.current.kind === "name" || this.#tokens.is("$") ? [this.#primary()] : [];
  }
}
