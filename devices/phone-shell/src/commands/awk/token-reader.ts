import { AwkSyntaxError, type Token } from "./tokens.ts";

/** Reads the tokens of a program in order. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Returns the next token. */
  get current(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", text: "", line: 0 };
  }

  /** Returns the next tokens without moving past them. */
  ahead(count: number): readonly Token[] {
    return this.#tokens.slice(this.#at, this.#at + count);
  }

  skip(count = 1): void {
    this.#at += count;
  }

  /** Throws AwkSyntaxError for the next token. */
  fail(): never {
    throw new AwkSyntaxError(this.current.line);
  }

  /** Returns whether the next token is one of these operators and keywords. */
  is(...texts: string[]): boolean {
    const { kind, text } = this.current;
    return (kind === "operator" || kind === "keyword") && texts.includes(text);
  }

  /** Moves past this operator or keyword if it is next. Returns whether it was. */
  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.skip();
    return true;
  }

  /** Does the same as `take`, but also after line ends and semicolons. */
  takeAfterEnds(text: string): boolean {
    const before = this.#at;
    this.skipEnds();
    if (this.take(text)) return true;
    this.#at = before;
    return false;
  }

  /** Moves past this operator or keyword. Throws AwkSyntaxError if something else is next. */
  expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  /** Moves past a token of this kind and returns its text. Throws AwkSyntaxError if something else is next. */
  word(kind: Token["kind"] = "name"): string {
    if (this.current.kind !== kind) this.fail();
    const { text } = this.current;
    this.skip();
    return text;
  }

  skipNewlines(): void {
    while (this.current.kind === "newline") this.skip();
  }

  skipEnds(): void {
    while (this.current.kind === "newline" || this.is(";")) this.skip();
  }

  /** Returns whether a simple statement ends here. */
  atEnd(): boolean {
    return this.is(";", "}") || this.current.kind === "newline" || this.current.kind === "end";
  }
}
