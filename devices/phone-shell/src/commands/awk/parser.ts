import { ExpressionParser } from "./expression-parser.ts";
import { makeExpression, type AwkProgram, type Expression, type Rule, type Statement } from "./syntax-tree.ts";
import { TokenReader } from "./token-reader.ts";
import { tokenize } from "./tokens.ts";

const REDIRECTIONS = [">", ">>", "|"];

/** Parses a program. Throws AwkSyntaxError. */
export function parseAwk(source: string): AwkProgram {
  return new Parser(new TokenReader(tokenize(source))).program();
}

/** Parses rules, functions and statements. */
class Parser {
  readonly #tokens: TokenReader;
  readonly #expressions: ExpressionParser;

  constructor(tokens: TokenReader) {
    this.#tokens = tokens;
    this.#expressions = new ExpressionParser(tokens);
  }

  program(): AwkProgram {
    const program: AwkProgram = { rules: [], functions: new Map() };
    for (this.#tokens.skipEnds(); this.#tokens.current.kind !== "end"; this.#tokens.skipEnds()) {
      if (this.#tokens.take("function") || this.#tokens.take("func")) this.#function(program);
      else program.rules.push(this.#rule());
    }
    return program;
  }

  #function({ functions }: AwkProgram): void {
    const name = this.#tokens.word(this.#tokens.current.kind === "name" ? "name" : "function");
    this.#tokens.expect("(");
    const parameters: string[] = [];
    while (!this.#tokens.take(")")) {
      parameters.push(this.#tokens.word());
      if (!this.#tokens.is(")")) this.#tokens.expect(",");
      this.#tokens.skipNewlines();
    }
    this.#tokens.skipNewlines();
    functions.set(name, { parameters, body: this.#block() });
  }

  #rule(): Rule {
    if (this.#tokens.take("BEGIN")) return { kind: "begin", patterns: [], body: this.#block() };
    if (this.#tokens.take("END")) return { kind: "end", patterns: [], body: this.#block() };
    const patterns: Expression[] = [];
    if (!this.#tokens.is("{")) {
      patterns.push(this.#expressions.expression());
      if (this.#tokens.take(",")) {
        this.#tokens.skipNewlines();
        patterns.push(this.#expressions.expression());
      }
    }
    const kind = patterns.length === 2 ? "range" : "each";
    return this.#tokens.is("{") ? { kind, patterns, body: this.#block() } : { kind, patterns };
  }

  #block(): Statement {
    this.#tokens.expect("{");
    const body: Statement[] = [];
    for (this.#tokens.skipEnds(); !this.#tokens.take("}"); this.#tokens.skipEnds()) {
      if (this.#tokens.current.kind === "end") this.#tokens.fail();
      body.push(this.#statement());
    }
    return { kind: "block", body };
  }

  /** Parses the body of a condition or loop. It may start on a new line. */
  #body(): Statement {
    if (this.#tokens.take(";")) return { kind: "block", body: [] };
    this.#tokens.skipNewlines();
    return this.#statement();
  }

  #statement(): Statement {
    if (this.#tokens.is("{")) return this.#block();
    if (this.#tokens.take("if")) return this.#if();
    if (this.#tokens.take("while")) return { kind: "while", condition: this.#parenthesized(), body: this.#body() };
    if (this.#tokens.take("do")) {
      const body = this.#body();
      this.#tokens.skipEnds();
      this.#tokens.expect("while");
      return this.#ended({ kind: "do", condition: this.#parenthesized(), body });
    }
    if (this.#tokens.take("for")) return this.#for();
    return this.#ended(this.#simple());
  }

  #ended(statement: Statement): Statement {
    if (!this.#tokens.is("}") && this.#tokens.current.kind !== "end" && this.#tokens.current.kind !== "newline")
      this.#tokens.expect(";");
    return statement;
  }

  #if(): Statement {
    const condition = this.#parenthesized();
    const yes = this.#body();
    return this.#tokens.takeAfterEnds("else")
      ? { kind: "if", condition, yes, no: this.#body() }
      : { kind: "if", condition, yes };
  }

  #parenthesized(): Expression {
    this.#tokens.expect("(");
    const expression = this.#expressions.expression();
    this.#tokens.expect(")");
    return expression;
  }

  #for(): Statement {
    this.#tokens.expect("(");
    const [name, word, array, close] = this.#tokens.ahead(4);
    if (name?.kind === "name" && word?.text === "in" && array?.kind === "name" && close?.text === ")") {
      this.#tokens.skip(4);
      const variable = makeExpression("variable", name.text, []);
      return { kind: "forIn", variable, array: array.text, body: this.#body() };
    }
    const init = this.#tokens.is(";") ? undefined : this.#simple();
    this.#tokens.expect(";");
    this.#tokens.skipNewlines();
    const condition = this.#tokens.is(";") ? undefined : this.#expressions.expression();
    this.#tokens.expect(";");
    this.#tokens.skipNewlines();
    const update = this.#tokens.is(")") ? undefined : this.#simple();
    this.#tokens.expect(")");
    return {
      kind: "for",
      ...(init && { init }),
      ...(condition && { condition }),
      ...(update && { update }),
      body: this.#body(),
    };
  }

  #simple(): Statement {
    for (const kind of ["break", "continue", "next", "nextfile"] as const) if (this.#tokens.take(kind)) return { kind };
    for (const kind of ["exit", "return"] as const)
      if (this.#tokens.take(kind))
        return this.#tokens.atEnd() ? { kind } : { kind, value: this.#expressions.expression() };
    for (const kind of ["print", "printf"] as const)
      if (this.#tokens.take(kind)) return this.#expressions.beforeRedirection(() => this.#print(kind));
    if (this.#tokens.take("delete")) {
      const array = this.#tokens.word();
      return this.#tokens.is("[")
        ? { kind: "delete", array, subscripts: this.#expressions.subscripts() }
        : { kind: "delete", array };
    }
    return { kind: "expression", expression: this.#expressions.expression() };
  }

  #print(kind: "print" | "printf"): Statement {
    let parts: Expression[] = [];
    if (!this.#tokens.atEnd() && !this.#tokens.is(...REDIRECTIONS)) parts = this.#expressions.list();
    // `print (a, b)`
    if (parts.length === 1 && parts[0]?.kind === "list") ({ parts } = parts[0]);
    if (!this.#tokens.is(...REDIRECTIONS)) return { kind, parts };
    const operator = this.#tokens.current.text;
    this.#tokens.skip();
    return { kind, parts, to: { operator, target: this.#expressions.concatenation() } };
  }
}
