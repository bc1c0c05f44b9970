import { type Context, type Expression, filter, inOrder, isAxis, type Step, walk } from "./evaluate.ts";
import { FUNCTIONS } from "./functions.ts";
import { type Token, tokensOf, XPathError } from "./tokens.ts";
import { booleanOf, compare, isNode, itemsOf, numberOf, type XmlNode } from "./xml-node.ts";

/** Depth of parentheses and predicates. */
const MAX_DEPTH = 50;
const COMPARISONS = ["=", "!=", "<=", ">=", "<", ">"] as const;
const ANYWHERE: Step = { axis: "descendant-or-self", name: "node()", predicates: [] };

/** Compiles an XPath 1.0 expression. Throws XPathError. */
export function compileXPath(expression: string): (root: XmlNode) => XmlNode[] {
  const evaluate = new Parser(tokensOf(expression)).whole();
  return (root) => {
    // The document itself is above its first element, which `/name` finds.
    const above: XmlNode = { name: "", attributes: {}, parent: undefined, children: [root], order: -1 };
    const context = { node: root, position: 1, size: 1, root: above, work: { visits: 0 } };
    const items = itemsOf(evaluate(context));
    if (!items) throw new XPathError(`${expression} selects no elements`);
    return items.filter((item) => isNode(item)).filter((node) => node !== above);
  };
}

/** A parser by recursive descent (XPath 1.0, section 3). */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#or();
    if (this.#next.kind !== "end") throw new XPathError(`unexpected "${this.#next.text}"`);
    return expression;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", text: "" };
  }

  #take(text: string): boolean {
    const { kind } = this.#next;
    if (this.#next.text !== text || kind === "string" || kind === "end") return false;
    this.#at += 1;
    return true;
  }

  #need(text: string): void {
    if (!this.#take(text)) throw new XPathError(`"${text}" is missing before "${this.#next.text}"`);
  }

  #or(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new XPathError("the expression is nested too deeply");
    let left = this.#and();
    while (this.#take("or")) left = either(left, this.#and());
    this.#depth -= 1;
    return left;
  }

  #and(): Expression {
    let left = this.#comparison();
    while (this.#take("and")) left = both(left, this.#comparison());
    return left;
  }

  #comparison(): Expression {
    let left = this.#sum();
    for (;;) {
      const operator = COMPARISONS.find((each) => this.#take(each));
      if (!operator) return left;
      const [before, right] = [left, this.#sum()];
      left = (context) => compare(before(context), operator, right(context));
    }
  }

  #sum(): Expression {
    let left = this.#product();
    for (;;) {
      const sign = this.#take("+") ? 1 : this.#take("-") ? -1 : 0;
      if (sign === 0) return left;
      const [before, right] = [left, this.#product()];
      left = (context) => numberOf(before(context)) + sign * numberOf(right(context));
    }
  }

  #product(): Expression {
    let left = this.#unary();
    for (;;) {
      const operator = ["*", "div", "mod"].find((each) => this.#take(each));
      if (!operator) return left;
      const [before, right] = [left, this.#unary()];
      left = (context) => {
        const [a, b] = [numberOf(before(context)), numberOf(right(context))];
        if (operator === "*") return a * b;
        return operator === "div" ? a / b : a % b;
      };
    }
  }

  #unary(): Expression {
    if (!this.#take("-")) return this.#union();
    const value = this.#unary();
    return (context) => -numberOf(value(context));
  }

  #union(): Expression {
    let left = this.#path();
    while (this.#take("|")) {
      const [before, right] = [left, this.#path()];
      left = (context) => inOrder([...(itemsOf(before(context)) ?? []), ...(itemsOf(right(context)) ?? [])]);
    }
    return left;
  }

  #path(): Expression {
    const primary = this.#primary();
    if (primary) return this.#afterPrimary(primary);
    const steps: Step[] = [];
    const absolute = this.#next.text === "/" || this.#next.text === "//";
    if (this.#take("//")) steps.push(ANYWHERE);
    else if (this.#take("/") && !this.#startsStep()) return ({ root }) => [root];
    this.#steps(steps);
    return (context) => walk([absolute ? context.root : context.node], steps, context);
  }

  /** Predicates and steps after an expression in parentheses or a function. */
  #afterPrimary(primary: Expression): Expression {
    const predicates = this.#predicates();
    const steps: Step[] = [];
    if (this.#take("//")) steps.push(ANYWHERE);
    else if (!this.#take("/")) {
      if (predicates.length === 0) return primary;
      return (context) => filter(needNodes(primary, context), predicates, context);
    }
    this.#steps(steps);
    return (context) => walk(filter(needNodes(primary, context), predicates, context), steps, context);
  }

  #steps(steps: Step[]): void {
    steps.push(this.#step());
    for (;;) {
      if (this.#take("//")) steps.push(ANYWHERE);
      else if (!this.#take("/")) return;
      steps.push(this.#step());
    }
  }

  #startsStep(): boolean {
    const { kind, text } = this.#next;
    return kind === "name" || ["*", "@", ".", ".."].includes(text);
  }

  #step(): Step {
    if (this.#take("..")) return { axis: "parent", name: "node()", predicates: this.#predicates() };
    if (this.#take(".")) return { axis: "self", name: "node()", predicates: this.#predicates() };
    let axis = this.#take("@") ? "attribute" : "child";
    const following = this.#tokens[this.#at + 1]?.text;
    if (following === "::") {
      axis = this.#next.text;
      if (!isAxis(axis)) throw new XPathError(`there is no axis "${axis}"`);
      this.#at += 2;
    }
    const name = this.#nodeTest();
    return { axis, name, predicates: this.#predicates() };
  }

  #nodeTest(): string | undefined {
    if (this.#take("*")) return "*";
    const { kind, text } = this.#next;
    if (kind !== "name") throw new XPathError(`"${text}" is no name of an element`);
    this.#at += 1;
    if (!this.#take("(")) return text;
    this.#need(")");
    if (text === "node") return "node()";
    if (text === "text") return undefined;
    throw new XPathError(`there is no test ${text}()`);
  }

  #predicates(): Expression[] {
    const predicates: Expression[] = [];
    while (this.#take("[")) {
      predicates.push(this.#or());
      this.#need("]");
    }
    return predicates;
  }

  /** A text, a number, a function or an expression in parentheses; undefined if a path begins here. */
  #primary(): Expression | undefined {
    const { kind, text } = this.#next;
    if (kind === "string" || kind === "number") {
      this.#at += 1;
      const value = kind === "number" ? Number(text) : text;
      return () => value;
    }
    if (this.#take("(")) {
      const inner = this.#or();
      this.#need(")");
      return inner;
    }
    if (kind !== "name" || this.#tokens[this.#at + 1]?.text !== "(" || text === "node" || text === "text")
      return undefined;
    const call = Object.hasOwn(FUNCTIONS, text) ? FUNCTIONS[text] : undefined;
    if (!call) throw new XPathError(`there is no function ${text}()`);
    this.#at += 2;
    const args: Expression[] = [];
    while (!this.#take(")")) {
      if (args.length > 0) this.#need(",");
      args.push(this.#or());
    }
    return (context) =>
      call(
        args.map((arg) => arg(context)),
        context,
      );
  }
}

const either =
  (left: Expression, right: Expression): Expression =>
  (context) =>
    booleanOf(left(context)) || booleanOf(right(context));

const both =
  (left: Expression, right: Expression): Expression =>
  (context) =>
    booleanOf(left(context)) && booleanOf(right(context));

function needNodes(expression: Expression, context: Context) {
  const items = itemsOf(expression(context));
  if (!items) throw new XPathError("a predicate or a step follows something else than elements");
  return items;
}
